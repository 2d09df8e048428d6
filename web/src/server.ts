// Requests to our own server; refusals are errors with its sentence.

import { keep, kept } from "./memory";
import { capital, language, say } from "./words";

export type Value = string | number | boolean;

/** Something that is agreed before a game: `values` says what it may be, `choices` are the usual ones. */
export interface Option {
  name: string;
  default: Value;
  values: string;
  help: string;
  choices: [value: Value, words: string][];
  free: boolean;
}

export interface Title {
  id: string;
  name: string;
  players: number[];
  bots: string[];
  editions: string[];
  options: Option[];
  first_game: Record<string, Value>;
  sources: Record<string, string>;
  blurb: string;
  minutes: number;
}

export interface TableLine {
  id: string;
  title: string;
  players: number;
  status: string;
  changed: number;
  my_turn?: boolean;
  place?: number | null;
}

export interface Person {
  id: string;
  name: string;
}

/** Ask the server; an Error with its sentence if it refuses. */
export async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  let data: unknown;
  try {
    answer = await fetch(
      path,
      body === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    );
    data = await answer.json();
  } catch {
    throw new Error(say("offline"));
  }
  if (!answer.ok) throw new Refusal((data as { error?: string }).error ?? say("offline"), answer.status);
  return data as T;
}

export class Refusal extends Error {
  constructor(
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

const asked = new Map<string, Promise<unknown>>();

/** Ask once for what does not change while a page is open. */
export function askOnce<T>(path: string): Promise<T> {
  let found = asked.get(path) as Promise<T> | undefined;
  if (!found) {
    found = ask<T>(path);
    asked.set(path, found);
    found.catch(() => asked.delete(path));
  }
  return found;
}

export const titles = (): Promise<Title[]> => askOnce<Title[]>(`/api/titles?lang=${language()}`);
/** What an option is about, in a sentence of the title. */
export function optionLabel(option: Option): string {
  return capital(option.help);
}

/** A value of an option in words. */
export function optionWords(option: Option | undefined, value: Value): string {
  const words = option?.choices.find(([row]) => row === value)?.[1];
  return words ?? (typeof value === "boolean" ? say(value ? "option_true" : "option_false") : String(value));
}

/** 32 random hexadecimal digits. */
export function random(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sit down: the random number is mixed into the shuffle, and remembered to be looked for afterwards. */
export async function sit(table: string): Promise<void> {
  const nonce = kept(`nonce-${table}`) ?? random();
  keep(`nonce-${table}`, nonce);
  await ask(`/api/tables/${encodeURIComponent(table)}/sit`, { nonce });
}

export interface Order {
  title: string;
  players: number;
  seats: string[];
  options: Record<string, string | number | boolean>;
  visibility: string;
  pace: string;
  edition?: string;
}

export interface Made {
  table: string;
  commitment: string;
  invitations: Record<string, string>;
}

/** Set a table, and sit down if a seat is kept for whoever sets it. */
export async function setTable(order: Order): Promise<Made> {
  const made = await ask<Made>("/api/tables", order);
  if (order.seats.includes("me")) await sit(made.table);
  if (Object.keys(made.invitations).length) keep(`links-${made.table}`, JSON.stringify(made.invitations));
  return made;
}

export const address = (table: string): string => `/tables/${encodeURIComponent(table)}`;

/** Do something that may be refused, with its button resting meanwhile; the sentence goes to `told`. */
export async function tried(button: HTMLButtonElement, told: (text: string) => void, work: () => Promise<void>): Promise<void> {
  told("");
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    told(error instanceof Error ? error.message : String(error));
  } finally {
    button.disabled = false;
  }
}
