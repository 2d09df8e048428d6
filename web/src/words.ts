// The messages of the page, in two languages. The words of titles come from the server.

import { en } from "./words/en";
import { pl } from "./words/pl";

export type Language = "en" | "pl";
export type Key = keyof typeof en;
export type Words = Record<Key, string | readonly [one: string, few: string, many: string]>;

/** Polish leaves no word of one letter at the end of a line: a no-break space follows it. The server does the same. */
function bound(words: Words): Words {
  const bind = (text: string): string =>
    text.replace(/(^|[\s(„])((?:[aiouwz] )+)(?=\S)/gi, (_, before: string, letters: string) => before + letters.replaceAll(" ", "\u00a0"));
  const all = Object.entries(words).map(([key, text]) => [key, typeof text === "string" ? bind(text) : text.map(bind)]);
  return Object.fromEntries(all) as Words;
}

export const WORDS: Record<Language, Words> = { en, pl: bound(pl) };
export const LANGUAGES: readonly Language[] = ["en", "pl"];

export const language = (): Language => (document.documentElement.lang === "pl" ? "pl" : "en");

type Values = Record<string, string | number>;

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => (key in values ? String(values[key]) : whole));

/** A message in the page's language. */
export function say(key: Key, values: Values = {}): string {
  const text = WORDS[language()][key];
  return fill(typeof text === "string" ? text : text[2], values);
}

/** A message whose form depends on a number, `n`. */
export function sayCount(key: Key, n: number, values: Values = {}): string {
  const forms = WORDS[language()][key];
  if (typeof forms === "string") return fill(forms, { n, ...values });
  const rule = new Intl.PluralRules(language()).select(n);
  return fill(rule === "one" ? forms[0] : rule === "few" ? forms[1] : forms[2], { n, ...values });
}

export const isKey = (key: string): key is Key => key in en;
/** A message by a key that may not exist, or `otherwise`. */
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

/** A time in seconds since 1970: of today without the date. */
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
