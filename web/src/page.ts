// Common to all pages: the two switches, and messages in the player's language. Pages arrive complete from the server;
// when the language changes, they are fetched again and their parts replaced.

import { $, el, icon } from "./elements";
import { errorText, request } from "./server";
import { narrow } from "./sizes";
import { load, save } from "./storage";
import type { Announcement } from "./wire";
import { isKey, language, loadWords, say } from "./words";
import type { Key } from "./words";

export type Theme = "day" | "night";
export const theme = (): Theme => (document.documentElement.dataset["theme"] === "night" ? "night" : "day");

/** How pictures look on this device, as the server's parameters. */
export const look = (): string => `theme=${theme()}&lang=${language()}&size=${narrow.matches ? "narrow" : "wide"}`;

/** A copy of the switches for theme and language. */
export const switches = (): Node[] => [...$("switches").children].map((group) => group.cloneNode(true));

export type Switch = "theme" | "language";
let onSwitch: (changed: Switch) => void = () => undefined;

/** Remember a choice in a cookie, so that the next page arrives as chosen. */
function remember(name: "theme" | "lang", value: string): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `rooftop-${name}=${value}; path=/; max-age=315360000; samesite=lax${secure}`;
}

function chooseTheme(is: Theme): void {
  const root = document.documentElement;
  [root.dataset["theme"], root.dataset["chosen"]] = [is, ""];
  remember("theme", is);
  showFigures();
  translate();
  onSwitch("theme");
}

/** Show the page in the language of a button. */
async function chooseLanguage(button: HTMLElement): Promise<void> {
  const root = document.documentElement;
  remember("lang", button.lang);
  await loadWords(button.dataset["words"] ?? "");
  [root.lang, root.dir] = [button.lang, button.dir];
  translate();
  showAnnouncement(announced);
  onSwitch("language");
}

/** Show all figures in the current theme. */
function showFigures(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>("img[data-figure]")) {
    for (const source of image.parentElement?.querySelectorAll("source") ?? []) source.remove();
    const address = (image.getAttribute("src") ?? "").replace(/theme=\w+/, `theme=${theme()}`);
    if (image.getAttribute("src") !== address) image.src = address;
  }
}

/** Fill in the text of all elements with `data-say` or `data-label`. */
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
}

// --- replacing parts of the page ---

let asked = 0;

/** Fetch a page, by default this one, and replace the children of all elements with `data-fresh`, or only of one. The
 * player's input stays if `keeps` says so. Returns false if a later call has overtaken this one. */
export async function refresh(address = location.href, keeps: (id: string) => boolean = () => true, only = ""): Promise<boolean> {
  const number = (asked += 1);
  const response = await fetch(address, { headers: { accept: "text/html" } }).catch(() => null);
  const text = await response?.text().catch(() => null);
  if (number !== asked) return false;
  if (!response?.ok || typeof text !== "string") throw new Error(say("offline"));
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const anchor = firstVisible();
  for (const part of document.querySelectorAll<HTMLElement>(only ? `#${only}` : "[data-fresh]")) {
    const other = fresh.getElementById(part.id);
    if (other && other.innerHTML !== part.innerHTML) exchange(part, other, keeps);
  }
  document.title = fresh.title;
  translate();
  showFigures();
  anchor();
  return true;
}

function exchange(part: HTMLElement, other: HTMLElement, keeps: (id: string) => boolean): void {
  const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
  const fields = (root: HTMLElement): (HTMLInputElement | HTMLSelectElement)[] => [
    ...(root instanceof HTMLSelectElement ? [root] : []),
    ...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input[id], select[id]"),
  ];
  const entered = new Map(fields(part).filter(({ id }) => keeps(id)).map((field) => [field.id, field]));
  const before = new Map([...entered].map(([id, field]) => [id, { value: field.value, checked: "checked" in field && field.checked }]));
  part.replaceChildren(...[...other.childNodes].map((node) => document.importNode(node, true)));
  for (const field of fields(part)) {
    const old = before.get(field.id);
    if (!old) continue;
    if (field instanceof HTMLInputElement) [field.value, field.checked] = [old.value, old.checked];
    else if ([...field.options].some((option) => option.value === old.value)) field.value = old.value;
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Returns a function that restores the scroll position, by what is now at the top of the window. */
function firstVisible(): () => void {
  if (!scrollY) return () => undefined;
  const first = [...document.querySelectorAll("main [id]")].find((element) => element.getBoundingClientRect().top >= 0);
  const top = first?.getBoundingClientRect().top ?? 0;
  return () => {
    const again = first && document.getElementById(first.id);
    if (again) scrollBy(0, again.getBoundingClientRect().top - top);
  };
}

function showTrouble(error: unknown): void {
  const box = document.getElementById("trouble");
  if (box) box.textContent = errorText(error);
}

/** Fetch the page again in another language; an error goes to `#trouble`. */
function exchangeLanguage(changed: Switch): void {
  if (changed === "language") refresh().catch(showTrouble);
}

// --- announcements of the server's host ---

const ASK = 30_000; // milliseconds between two polls
const LONGEST = 2 ** 31 - 1; // for a timer
let announced: Announcement = { type: "announcement", texts: {}, until: 0 };
let ending = 0; // the timer that hides it

/** Show the announcement of the server's host until it expires or the reader hides it. */
export function showAnnouncement(told: Announcement): void {
  const box = document.getElementById("announcement");
  if (!box) return;
  announced = told;
  const text = told.texts[language()] ?? Object.values(told.texts)[0] ?? "";
  const left = told.until * 1000 - Date.now();
  const hide = (): void => {
    save("hidden-announcement", text);
    showAnnouncement(told);
  };
  clearTimeout(ending);
  box.hidden = !text || left <= 0 || load("hidden-announcement") === text;
  if (box.hidden) return box.replaceChildren();
  ending = window.setTimeout(() => showAnnouncement(told), Math.min(left, LONGEST));
  if (box.firstChild?.textContent !== text || box.lang !== language()) {
    box.lang = language();
    box.replaceChildren(el("span", {}, text), el("button", { type: "button", class: "quiet small", "aria-label": say("announcement_hide"), title: say("announcement_hide"), onclick: hide }, icon("close")));
  }
}

function followAnnouncements(): void {
  const box = document.getElementById("announcement");
  if (!box) return;
  const texts = JSON.parse(box.dataset["texts"] ?? "{}") as Announcement["texts"];
  showAnnouncement({ type: "announcement", texts, until: Number(box.dataset["until"]) });
  const look = (): void => {
    if (document.visibilityState === "visible") void request<Announcement>("/api/announcement").then(showAnnouncement, () => undefined);
  };
  setInterval(look, ASK);
  document.addEventListener("visibilitychange", look);
}

/** Make the switches work. `after` is called after each change; by default the page is fetched in the new language. */
export function startPage(after: (changed: Switch) => void = exchangeLanguage): void {
  onSwitch = after;
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-theme-is], [data-lang-is]") : null;
    const is = button?.dataset["themeIs"];
    if (is === "day" || is === "night") chooseTheme(is);
    else if (button) chooseLanguage(button).catch(showTrouble);
  });
  translate();
  followAnnouncements();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    translate();
    onSwitch("theme");
  });
}
