// What every page has: the bar with its two switches, the footer, and words in the player's language.

import { $, el, narrow, svgEl } from "./elements";
import { save } from "./storage";
import { LANGUAGES, isKey, language, say } from "./words";
import type { Key, Language } from "./words";

export type Theme = "day" | "night";
export const theme = (): Theme => (document.documentElement.dataset["theme"] === "night" ? "night" : "day");

/** How pictures look on this device, as the server's parameters. */
export const look = (): string => `theme=${theme()}&lang=${language()}&size=${narrow.matches ? "narrow" : "wide"}`;

const sun = (): SVGElement =>
  svgEl(
    "svg",
    { class: "sun", viewBox: "0 0 40 22", "aria-hidden": "true" },
    svgEl("path", { d: "M12 21a8 8 0 0 1 16 0z" }),
    svgEl("path", {
      class: "ray",
      d: "M9 18L1 15M10.5 13.5L4 8M14.5 10.5L11 3M20 9.5V1M25.5 10.5L29 3M29.5 13.5L36 8M31 18L39 15",
    }),
  );

const themeButton = (is: Theme): HTMLElement =>
  el("button", { type: "button", "data-theme-is": is, "data-say": is, onclick: () => chooseTheme(is) });
const languageButton = (is: Language): HTMLElement =>
  el(
    "button",
    { type: "button", "data-lang-is": is, lang: is, "aria-label": is === "pl" ? "PL, polski" : "EN, English", onclick: () => chooseLanguage(is) },
    is.toUpperCase(),
  );

/** The switches for theme and language; a page may show them more than once. */
export function switches(): HTMLElement[] {
  return [
    el("div", { class: "switch", role: "group", "data-label": "theme" }, themeButton("day"), themeButton("night")),
    el("div", { class: "switch", role: "group", "data-label": "language" }, ...LANGUAGES.map(languageButton)),
  ];
}

export type Switch = "theme" | "language";
let onSwitch: (changed: Switch) => void = () => undefined;

function chooseTheme(is: Theme): void {
  document.documentElement.dataset["theme"] = is;
  save("theme", is);
  translate();
  onSwitch("theme");
}

function chooseLanguage(is: Language): void {
  document.documentElement.lang = is;
  save("lang", is);
  translate();
  onSwitch("language");
}

/** Fill in the words of all elements with `data-say` or `data-label`. */
export function translate(root: ParentNode = document): void {
  const key = (element: Element, name: string): Key => {
    const found = element.getAttribute(name) ?? "";
    if (!isKey(found)) throw new Error(`no message ${found}`);
    return found;
  };
  for (const element of root.querySelectorAll("[data-say]")) {
    const text = say(key(element, "data-say"));
    if (element.textContent !== text) element.textContent = text;
  }
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(key(element, "data-label")));
  for (const button of root.querySelectorAll("[data-theme-is]"))
    button.setAttribute("aria-pressed", String(button.getAttribute("data-theme-is") === theme()));
  for (const button of root.querySelectorAll("[data-lang-is]"))
    button.setAttribute("aria-pressed", String(button.getAttribute("data-lang-is") === language()));
  if (root === document && document.body.dataset["title"]) document.title = say(key(document.body, "data-title"));
}

/** Build the bar and the footer, and translate the page. `after` is called after each switch. */
export function startPage(after: (changed: Switch) => void = () => undefined): void {
  onSwitch = after;
  const brand = el("a", { class: "brand", href: "/", "data-label": "home" }, sun(), el("span", {}, "Rooftop"));
  const middle = document.getElementById("bar-middle"); // the table shows its own things instead of links
  $("bar").replaceChildren(
    ...[brand, middle ?? nav(), el("div", { class: "switches" }, ...switches())].filter((part) => part !== null),
  );
  const foot = document.getElementById("foot");
  foot?.replaceChildren(
    el("a", { href: "/about", "data-say": "about_link" }),
    el("span", { class: "soft", "data-say": "foot_text" }),
  );
  translate();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    translate();
    onSwitch("theme");
  });
}

function nav(): HTMLElement {
  const here = location.pathname;
  const link = (href: string, key: Key): HTMLElement =>
    el("a", { href, "data-say": key, "aria-current": here === href ? "page" : null });
  return el("nav", { class: "nav", "data-label": "navigation" }, link("/", "home_link"), link("/new", "new_link"), link("/about", "about_link"));
}
