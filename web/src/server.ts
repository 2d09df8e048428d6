// Requests to the server.

import { rememberInvitation } from "./links";
import { load, save } from "./storage";
import type { CreatedTable, NewTable, OptionInfo, TitleInfo } from "./wire";
import { capitalize, language, say, sentence } from "./words";

export type OptionValue = OptionInfo["default"];

/** GET a path, or POST `body` to it. Throws an Error with a sentence for the player. */
export async function request<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  let data: unknown;
  try {
    response = await fetch(
      path,
      body === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    );
    data = response.status === 204 ? null : await response.json();
  } catch {
    throw new Error(say("offline"));
  }
  if (!response.ok) throw new Error((data as { error?: string }).error ?? say("offline"));
  return data as T;
}

/** DELETE a path. Throws an Error with a sentence for the player. */
export async function remove(path: string): Promise<void> {
  const response = await fetch(path, { method: "DELETE" }).catch(() => null);
  if (response?.ok) return;
  const data: unknown = await response?.json().catch(() => null);
  throw new Error((data as { error?: string } | null)?.error ?? say("offline"));
}

const responses = new Map<string, Promise<unknown>>();

/** GET a resource that does not change while the page is open; only the first call reaches the server. */
export function requestOnce<T>(path: string): Promise<T> {
  let response = responses.get(path) as Promise<T> | undefined;
  if (!response) {
    response = request<T>(path);
    responses.set(path, response);
    response.catch(() => responses.delete(path));
  }
  return response;
}

export const errorText = (error: unknown): string => sentence(error instanceof Error ? error.message : String(error));

/** Run `work` with its button disabled. Errors go to `showError`. */
export async function attempt(
  button: HTMLButtonElement,
  showError: (text: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  showError("");
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    showError(errorText(error));
  } finally {
    button.disabled = false;
  }
}

// --- titles and their options ---

export const titles = (): Promise<TitleInfo[]> => requestOnce<TitleInfo[]>(`/api/titles?lang=${language()}`);

export const optionLabel = (option: OptionInfo): string => capitalize(option.help);

/** The value of an option in words. */
export function optionText(option: OptionInfo | undefined, value: OptionValue): string {
  const text = option?.choices.find(([choice]) => choice === value)?.[1];
  return text ?? (typeof value === "boolean" ? say(value ? "option_true" : "option_false") : String(value));
}

// --- tables ---

export const tableUrl = (table: string): string => `/tables/${encodeURIComponent(table)}`;

/** 32 random hexadecimal digits. */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The number that this browser adds to the shuffle of a table. It is stored, to verify the shuffle after the game. */
export function nonceFor(table: string): string {
  const nonce = load(`nonce-${table}`) ?? randomHex();
  save(`nonce-${table}`, nonce);
  return nonce;
}

/** Sit down, perhaps with a colour. With a name, this seats somebody else who shares this browser. */
export async function sit(table: string, colour: string | null = null, name: string | null = null): Promise<void> {
  await request(`/api/tables/${encodeURIComponent(table)}/sit`, { nonce: nonceFor(table), name, colour });
}

/** Create a table, and sit down if one of its seats is "me", perhaps with a colour. */
export async function createTable(order: NewTable, colour: string | null = null): Promise<CreatedTable> {
  const created = await request<CreatedTable>("/api/tables", order);
  if (order.seats.includes("me")) await sit(created.table, colour);
  if (created.invitation) rememberInvitation(created.table, created.invitation);
  return created;
}
