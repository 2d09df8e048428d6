// Finding and making elements.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

const SVG = "http://www.w3.org/2000/svg";

/** The element with this id. Throws an error if there is none. */
export function $<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`#${id} is missing`);
  return found as T;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
}

/** Make an element: el("button", {type: "button", onclick}, "text", child, ...). */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  element.append(...children.filter((child): child is Node | string => Boolean(child) || child === ""));
  return element;
}

/** Make an SVG element. */
export function svgEl(name: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS(SVG, name);
  setAttributes(element, attributes);
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** Parse HTML from our own server; scripts in it do not run. */
export function parseHtml(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fragment = document.createDocumentFragment();
  fragment.append(...parsed.body.childNodes);
  return fragment;
}

/** Parse an SVG picture from our own server. */
export function parseSvg(text: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("not an SVG");
  return document.importNode(parsed, true) as unknown as SVGSVGElement;
}

/** Parse elements of such a picture. */
export function parsePieces(texts: string[]): SVGElement[] {
  return texts.length ? ([...parseSvg(`<svg xmlns="${SVG}">${texts.join("")}</svg>`).children] as SVGElement[]) : [];
}

const ICONS: Record<string, string> = {
  moves: "M4 6h9M4 12h9M4 18h9M17 4l4 2-4 2zM17 10l4 2-4 2zM17 16l4 2-4 2z",
  log: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
  talk: "M4 4h16v12h-9l-5 4v-4H4zM8 8.5h8M8 12h5",
  score: "M4 20h16M6 20v-7h3v7M11 20V5h3v15M16 20v-10h3v10",
  rules: "M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14",
  more: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  result: "M7 3h10v5a5 5 0 0 1-10 0zM7 5H4c0 3 1 5 3 5M17 5h3c0 3-1 5-3 5M12 13v4M8 21c0-3 2-4 4-4s4 1 4 4z",
  review: "M4 4v16h16M7 15l4-5 3 3 5-7",
  hint: "M12 3a6 6 0 0 0-3.5 10.9V17h7v-3.1A6 6 0 0 0 12 3zM9.5 20h5",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10",
  close: "M5 5l14 14M19 5L5 19",
  back: "M15 4l-8 8 8 8",
  forth: "M9 4l8 8-8 8",
  first: "M18 4l-8 8 8 8M6 4v16",
  last: "M6 4l8 8-8 8M18 4v16",
  link: "M10 14l4-4M8 11l-3 3a4 4 0 0 0 5 5l3-3M16 13l3-3a4 4 0 0 0-5-5l-3 3",
  play: "M7 4l13 8-13 8z",
  pause: "M7 4v16M17 4v16",
  bot: "M5 9h14v11H5zM12 9V5M12 5h.1M9 13v2M15 13v2M2 13v4M22 13v4",
};

/** Draw an icon. */
export function icon(name: string): SVGElement {
  return svgEl("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svgEl("path", { d: ICONS[name] ?? "" }));
}

let pressed: Node | null = null; // the target of a pointerdown that has not ended yet
const waiting = new Map<Element, () => void>(); // redrawn when it ends

addEventListener("pointerdown", (event) => (pressed = event.target as Node), true);
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, release, true);

function release(): void {
  pressed = null;
  const draw = [...waiting.values()];
  waiting.clear();
  if (draw.length) setTimeout(() => draw.forEach((again) => again())); // after the click event
}

/** Replace the children of `holder`, but only if `key` has changed, to keep focus and scroll position. While a button in
 * it is pressed, this waits: a click needs the same button on release. Returns whether they were replaced. */
export function render(holder: Element, key: unknown, make: () => Child[]): boolean {
  const text = JSON.stringify(key);
  waiting.delete(holder);
  if ((holder as HTMLElement).dataset["key"] === text) return false;
  if (pressed && holder.contains(pressed)) {
    waiting.set(holder, () => render(holder, key, make));
    return false;
  }
  (holder as HTMLElement).dataset["key"] = text;
  holder.replaceChildren(...make().filter((child): child is Node | string => Boolean(child)));
  return true;
}
