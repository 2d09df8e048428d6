// The messages of the page in its language. The words of titles come from the server.

import type { english } from "./english";

type English = typeof english;
/** The placeholders in braces. */
type Field<T> = T extends readonly string[] ? Field<T[number]> : T extends `${string}{${infer Name}}${infer Rest}` ? Name | Field<Rest> : never;
type TextKey = { [K in keyof English]: English[K] extends string ? K : never }[keyof English];
type CountKey = Exclude<keyof English, TextKey>;
/** The key of a message without placeholders. */
export type Key = { [K in TextKey]: Field<English[K]> extends never ? K : never }[TextKey];
type Values<Name extends string> = [Name] extends [never] ? [values?: Record<string, string | number>] : [values: Record<Name, string | number>];

/** A message with a number has as many plural forms as the language; an untranslated one has the two of English. */
type Text = string | readonly string[] | { readonly english: readonly string[] };
export interface Words {
  readonly plurals: readonly string[]; // the names of the forms, in order
  readonly texts: Readonly<Record<string, Text>>;
}

declare global {
  interface Window {
    words: Words; // set by a language's script, which build.py generates from its catalogue
  }
}

export const language = (): string => document.documentElement.lang;

/** Load the messages of another language. The last request wins. */
export function loadWords(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.async = false; // keep the order of the requests
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(say("offline")));
    script.src = address;
    document.head.append(script);
  });
}

const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => (key in values ? String(values[key]) : whole));

/** A message in the page's language. */
export function say<K extends TextKey>(key: K, ...[values]: Values<Field<English[K]>>): string {
  return fill(window.words.texts[key] as string, values ?? {});
}

/** A message whose form depends on a number, `n`. */
export function sayCount<K extends CountKey>(key: K, n: number, ...[values]: Values<Exclude<Field<English[K]>, "n">>): string {
  const { plurals, texts } = window.words;
  const forms = texts[key] as Exclude<Text, string>;
  const at = plurals.indexOf(new Intl.PluralRules(language()).select(n));
  const form = "english" in forms ? forms.english[n === 1 ? 0 : 1] : (forms[at] ?? forms.at(-1));
  return fill(form ?? "", { n, ...values });
}

export const isKey = (key: string): key is Key => typeof window.words.texts[key] === "string";
/** The message for a key that may not exist, or `otherwise`. */
export const sayOr = (key: string, otherwise: string): string => (isKey(key) ? say(key) : otherwise);

export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A reason as a sentence. */
export const sentence = (text: string): string => capitalize(text) + (/[.!?…]$|^$/.test(text) ? "" : ".");

/** A number with its sign: +3, −2. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** A time in seconds since 1970, as date and time. */
export function formatDate(seconds: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
}

/** A time in seconds since 1970, without the date if it is today. */
export function formatTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  if (at.toDateString() !== new Date().toDateString()) return formatDate(seconds);
  return new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(at);
}

/** A duration: 0:07, 12:30, 1:02:03. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(whole / 3600);
  return hours ? `${hours}:${parts.join(":")}` : parts.join(":").replace(/^0/, "");
}
