// What every page shares: elements, requests, the theme and language switches.

import { LANGUAGES, language, say } from "./words.js";

export const $ = (id) => document.getElementById(id);

/** An element: el("button", {type: "button", onclick}, "text", child, ...). */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(made.dataset, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function keep(key, value) {
  try {
    localStorage.setItem(`rooftop-${key}`, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function kept(key) {
  try {
    return localStorage.getItem(`rooftop-${key}`);
  } catch {
    return null;
  }
}

/** 32 random hexadecimal digits. */
export function random() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Ask the server; an Error with its sentence if it refuses. */
export async function ask(path, body) {
  let answer, data;
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
  if (!answer.ok) throw new Error(data.error || say("offline"));
  return data;
}

/** Sit down: the random number is mixed into the shuffle, and remembered to be looked for afterwards. */
export async function sit(table) {
  const nonce = random();
  const before = kept(`nonce-${table}`);
  if (!before) keep(`nonce-${table}`, nonce);
  return ask(`/api/tables/${table}/sit`, { nonce: before || nonce });
}

/** Links that were made here for a table, by seat. */
export function linksOf(table) {
  try {
    return JSON.parse(kept(`links-${table}`) || "{}");
  } catch {
    return {};
  }
}

/** A list of invitation links to copy. */
export function linkList(links, tell) {
  return el(
    "ul",
    { class: "links" },
    ...Object.entries(links).map(([seat, token]) => {
      const label = say("link_for", { n: Number(seat) + 1 });
      const id = `link-${seat}`;
      const field = el("input", { id, type: "text", readonly: true, value: `${location.origin}/join/${token}` });
      const copy = async () => {
        try {
          await navigator.clipboard.writeText(field.value);
          tell(say("copied"));
        } catch {
          field.select();
          tell(say("copy_by_hand"));
        }
      };
      return el(
        "li",
        {},
        el("label", { for: id }, label),
        el(
          "span",
          { class: "row" },
          field,
          el("button", { type: "button", class: "quiet", "aria-label": `${say("copy")}: ${label}`, onclick: copy }, say("copy")),
        ),
      );
    }),
  );
}

export const theme = () => document.documentElement.dataset.theme;

function dress() {
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", say(element.dataset.label));
  document.title = say(document.body.dataset.title);
  for (const button of document.querySelectorAll("[data-theme-is]"))
    button.setAttribute("aria-pressed", String(button.dataset.themeIs === theme()));
  for (const button of document.querySelectorAll("[data-lang-is]"))
    button.setAttribute("aria-pressed", String(button.dataset.langIs === language()));
}

/** Give the page its words and switches; `changed` is called after each switch with what changed. */
export function begin(changed = () => {}) {
  for (const button of document.querySelectorAll("[data-theme-is]"))
    button.addEventListener("click", () => {
      document.documentElement.dataset.theme = button.dataset.themeIs;
      keep("theme", button.dataset.themeIs);
      dress();
      changed("theme");
    });
  for (const button of document.querySelectorAll("[data-lang-is]"))
    button.addEventListener("click", () => {
      if (!LANGUAGES.includes(button.dataset.langIs)) return;
      document.documentElement.lang = button.dataset.langIs;
      keep("lang", button.dataset.langIs);
      dress();
      changed("language");
    });
  dress();
}
