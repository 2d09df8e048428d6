// The page's words. Titles bring their own from the server.

import { en } from "./words/en";
import { pl } from "./words/pl";

export type Language = "en" | "pl";
export type Key = keyof typeof en;
export type Words = Record<Key, string | readonly [one: string, few: string, many: string]>;

const WORDS: Record<Language, Words> = { en, pl };
export const LANGUAGES: readonly Language[] = ["en", "pl"];

export const language = (): Language => (document.documentElement.lang === "pl" ? "pl" : "en");

type Values = Record<string, string | number>;

const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => (key in values ? String(values[key]) : whole));

/** A sentence in the page's language. */
export function say(key: Key, values: Values = {}): string {
  const text = WORDS[language()][key];
  return filled(typeof text === "string" ? text : text[2], values);
}

/** A sentence that depends on a number, `n`. */
export function count(key: Key, n: number, values: Values = {}): string {
  const forms = WORDS[language()][key];
  if (typeof forms === "string") return filled(forms, { n, ...values });
  const rule = new Intl.PluralRules(language()).select(n);
  return filled(rule === "one" ? forms[0] : rule === "few" ? forms[1] : forms[2], { n, ...values });
}

export const isKey = (key: string): key is Key => key in en;
/** The words for a key that comes from elsewhere, or something else to say. */
export const sayIf = (key: string, otherwise: string): string => (isKey(key) ? say(key) : otherwise);

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A difference with its sign: +3, −2. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

export function when(seconds: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
}

export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(whole / 3600);
  return hours ? `${hours}:${parts.join(":")}` : parts.join(":").replace(/^0/, "");
}
