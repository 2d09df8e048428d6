// The picture of the table: an empty board from the server, the elements over it that updates change, and the parts that
// can be chosen or explained.

import { earlyAnswer } from "../early";
import { $, el, parseSvg, svgEl } from "../elements";
import type { Changes } from "../wire";
import { say } from "../words";
import { applied, changed, elementsOf, removed } from "./changes";
import type { Elements } from "./changes";
import { clearGhost, showGhost } from "./ghost";
import { preview } from "./preview";
import { Places } from "./places";
import { redraw } from "./redraw";
import { restingSun } from "./resting";
import { drawRings } from "./rings";
import { PATH, state } from "./state";
import { scrollPicture, seen } from "./window";

/** How the player asks about a part: by pointing at it or focusing it, by a tap, or explicitly. */
export type Asked = "point" | "focus" | "tap" | "open";

export interface PictureHandlers {
  pick(part: string): void; // a glowing part was clicked
  peek(part: string | null, byKey: boolean): void; // the pointer or the focus is on a glowing part
  ask(part: string, how: Asked): void;
  drawn(): void; // the picture has changed
}

/** The picture as a whole, and everything that is not a part of it. */
export const SCENE = "scene";
const POINTED = 280; // milliseconds; a pointer that only passes over a part does not ask
const LONG_PRESS = 500;

export class Picture {
  /** The query for the position of the replay; empty for the current one. */
  past = "";
  private elements: Elements = new Map(); // of the current position
  private look = ""; // of these elements
  private number = 0; // of their update
  private shown: Elements = new Map(); // in the page
  private drawn = ""; // number and `past` of the shown picture
  private readonly fetched = new Map<string, string>(); // empty boards and the last picture of the replay, by URL
  fetching = false;
  private retry = 0;
  private glowing = new Set<string>();
  private chosen = new Set<string>();
  private lit = ""; // the parts that are marked as glowing and chosen
  private roving = ""; // the part that Tab goes to
  private ghosted = "";
  private readonly places = new Places((id) => this.find(id), () => this.svg);
  private pointing = 0;
  private pressing = 0; // a finger that may become a long press
  private pressedAt: [number, number] = [0, 0];
  private returning = false; // the focus is being restored
  private pressedLong = false; // ignore the click that follows

  constructor(private readonly handlers: PictureHandlers) {
    const box = $("picture");
    box.addEventListener("click", (event) => this.clicked(event.target as Element));
    box.addEventListener("keydown", (event) => this.pressed(event));
    box.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse") return;
      const target = event.target as Element;
      handlers.peek(this.glowingPart(target), false);
      clearTimeout(this.pointing);
      this.pointing = window.setTimeout(() => handlers.ask(this.partAt(target), "point"), POINTED);
      hush(target);
    });
    box.addEventListener("pointerleave", () => {
      clearTimeout(this.pointing);
      handlers.peek(null, false);
      hush(null);
    });
    box.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.open(event.target as Element);
    });
    box.addEventListener("pointerdown", (event) => this.touched(event));
    for (const kind of ["pointerup", "pointercancel", "pointermove"] as const)
      box.addEventListener(kind, (event) => kind === "pointermove" && this.near(event) ? undefined : clearTimeout(this.pressing));
    box.addEventListener("focusin", (event) => {
      const target = event.target as Element;
      const part = this.glowingPart(target);
      if (part) this.roving = part;
      this.drawRings();
      if (!byKey || this.returning) return;
      if (part) handlers.peek(part, true);
      handlers.ask(this.partAt(target), "focus");
    });
    box.addEventListener("focusout", (event) => {
      handlers.peek(null, true);
      const left = event.target as Element;
      if (!left.hasAttribute("data-glow") && left !== this.svg) left.removeAttribute("tabindex");
      this.drawRings();
    });
  }

  get svg(): SVGSVGElement | null {
    return $("picture").querySelector<SVGSVGElement>(":scope > svg:not(.resting)");
  }

  find(id: string): SVGGraphicsElement | null {
    return id ? (this.svg?.querySelector<SVGGraphicsElement>(`#${CSS.escape(id)}`) ?? null) : null;
  }

  /** The text of a part's <title>. */
  titleOf(id: string): string {
    const part = id === SCENE ? this.svg : this.find(id);
    return part?.querySelector(":scope > title:not([data-layer])")?.textContent ?? "";
  }

  // --- drawing ---

  /** Take the changes of update `number`, to draw later. `look` has the theme, language and size sent to the server. */
  receive(change: Changes, look: string, number: number): void {
    this.elements = applied(this.elements, change);
    [this.look, this.number] = [look, number];
  }

  /** The elements of the current position, and their look. */
  get present(): { elements: Elements; look: string } {
    return { elements: this.elements, look: this.look };
  }

  /** Show the current position, or that of the replay. Missing parts are fetched first. */
  draw(): void {
    if (!this.look) return;
    const board = `${PATH}/scene.svg?${this.look}&layer=board`;
    const past = this.past && `${PATH}/scene.svg?${this.look}${this.past}`;
    const empty = this.fetched.get(board);
    const replayed = this.fetched.get(past);
    if (empty === undefined) return void this.fetch(board);
    if (past && replayed === undefined) return void this.fetch(past);
    this.show(empty, replayed === undefined ? this.elements : elementsOf(replayed), `${this.number} ${this.past}`);
  }

  /** Fetch a picture, one at a time, and redraw. */
  private async fetch(url: string): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    clearTimeout(this.retry);
    try {
      const response = (await earlyAnswer(url)) ?? (await fetch(url, { signal: AbortSignal.timeout(15000) }));
      if (!response.ok) throw new Error(String(response.status));
      const text = await response.text();
      for (const old of this.fetched.keys()) if (!old.endsWith("layer=board")) this.fetched.delete(old);
      this.fetched.set(url, text);
    } catch {
      if (!this.svg) $("picture").replaceChildren(el("p", { class: "soft" }, say("picture_failed")));
      this.retry = window.setTimeout(() => this.draw(), 2000);
      return;
    } finally {
      this.fetching = false;
    }
    this.draw();
  }

  private show(empty: string, after: Elements, at: string): void {
    const box = $("picture");
    const same = this.svg !== null && box.dataset["look"] === this.look;
    if (same && this.drawn === at && !changed(this.shown, after).length && !removed(this.shown, after).length) return;
    clearGhost(this.svg);
    hush(null);
    this.ghosted = "";
    const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
    const svg = same && this.svg ? this.svg : parseSvg(empty);
    redraw(svg, same ? this.shown : new Map(), after, same && this.drawn !== at);
    if (!same) box.replaceChildren(svg);
    [this.shown, this.drawn] = [after, at];
    this.places.forget();
    box.dataset["look"] = this.look;
    box.dataset["number"] = at.trim();
    box.setAttribute("aria-busy", "false");
    this.lit = "";
    this.light(this.glowing, this.chosen);
    if (focus && !box.contains(document.activeElement)) this.keepFocus(focus);
    this.handlers.drawn();
  }

  /** The focused part was redrawn or is gone: keep the focus in the picture. */
  private keepFocus(id: string): void {
    if (this.focus(id) || this.focus() || !byKey || this.returnTo(id)) return;
    this.returning = true;
    this.svg?.focus({ preventScroll: true });
    this.returning = false;
  }

  // --- glowing parts ---

  /** Set the parts that can be chosen, and the chosen ones, in the position to be drawn next. */
  intend(glowing: Set<string>, chosen: Iterable<string>): void {
    [this.glowing, this.chosen] = [glowing, new Set(chosen)];
  }

  /** Mark the parts that can be chosen, and the chosen ones. First read everything, then write everything. */
  light(glowing: Set<string>, chosen: Iterable<string>): void {
    this.intend(glowing, chosen);
    const svg = this.svg;
    const lit = JSON.stringify([[...this.glowing], [...this.chosen]]);
    if (!svg || this.lit === lit) return;
    this.lit = lit;
    const live = new Map<string, SVGGraphicsElement>();
    for (const id of [...glowing, ...this.chosen]) {
      const part = this.find(id);
      if (part) live.set(id, part);
    }
    const active = document.activeElement;
    const held = svg.contains(active) && !live.has(active?.id ?? "");
    if (!live.has(this.roving)) this.roving = this.places.first(this.glowing) ?? "";
    for (const old of svg.querySelectorAll("[data-glow]"))
      if (!live.has(old.id)) {
        for (const name of ["data-glow", "aria-pressed", "tabindex"]) old.removeAttribute(name);
        if (old === active) old.setAttribute("tabindex", "-1"); // it stays focusable until something can be chosen
        old.setAttribute("role", "img");
      }
    for (const [id, part] of live) {
      const pressed = this.chosen.has(id);
      write(part, "data-glow", pressed ? "chosen" : "yes");
      write(part, "role", "button");
      write(part, "aria-pressed", String(pressed));
      write(part, "tabindex", id === this.roving ? "0" : "-1");
    }
    if (live.size) svg.removeAttribute("tabindex");
    else write(svg, "tabindex", "0"); // so that Tab reaches the picture
    if (held && live.size && byKey && !this.focus()) $("prompt").focus({ preventScroll: true });
    this.drawRings();
  }

  /** If no glowing part is visible, return a function that scrolls to the nearest. Buttons, which the dock repeats, do
   * not count. */
  scrollToGlowing(): (() => void) | void {
    const window = seen();
    if (!window) return;
    const [top, bottom] = window;
    const distances = [...this.glowing].flatMap((id) => {
      const part = this.find(id);
      if (!part || part.matches(".button")) return [];
      const at = part.getBoundingClientRect();
      return [(at.top + at.bottom - top - bottom) / 2];
    });
    const nearest = distances.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
    if (Math.abs(nearest) > (bottom - top) / 2) return () => scrollPicture(nearest);
  }

  private drawRings(): void {
    if (this.svg) drawRings(this.svg, this.glowing, this.chosen, (id) => this.find(id), this.places, byKey);
  }

  /** Focus a part. Returns false if it cannot be chosen. */
  focus(id = this.roving): boolean {
    const part = this.find(id);
    if (!part?.hasAttribute("tabindex")) return false;
    part.focus({ preventScroll: false });
    return true;
  }

  // --- pointer and keyboard ---

  /** The part that an element belongs to: the most specific one that has a name. */
  partAt(target: Element): string {
    for (let at: Element | null = target; at && at !== this.svg; at = at.parentElement) {
      const named = at.getAttribute("data-part");
      if (named) return named;
      if (at.id && at.querySelector(":scope > title:not([data-layer])")) return at.id;
    }
    return SCENE;
  }

  /** The part that has the focus or is under the pointer. */
  get current(): string {
    const active = document.activeElement;
    if (active && byKey && this.svg?.contains(active)) return this.partAt(active);
    const hovered = [...($("picture").querySelectorAll(":hover") ?? [])].at(-1);
    return hovered ? this.partAt(hovered) : SCENE;
  }

  private glowingPart(target: Element): string | null {
    const near = target.closest("[data-glow]")?.id;
    if (near) return near;
    const part = this.partAt(target);
    return this.find(part)?.hasAttribute("data-glow") ? part : null;
  }

  private clicked(target: Element): void {
    if (this.pressedLong) return void (this.pressedLong = false);
    const part = this.glowingPart(target);
    if (part) this.handlers.pick(part);
    else this.handlers.ask(this.partAt(target), "tap");
  }

  private open(target: Element): void {
    clearTimeout(this.pointing);
    clearTimeout(this.pressing);
    this.handlers.ask(this.partAt(target), "open");
  }

  private touched(event: PointerEvent): void {
    clearTimeout(this.pressing);
    this.pressedLong = false;
    if (event.pointerType === "mouse") return;
    this.pressedAt = [event.clientX, event.clientY];
    this.pressing = window.setTimeout(() => {
      this.pressedLong = true;
      this.open(event.target as Element);
    }, LONG_PRESS);
  }

  private near(event: PointerEvent): boolean {
    return Math.hypot(event.clientX - this.pressedAt[0], event.clientY - this.pressedAt[1]) < 10;
  }

  private pressed(event: KeyboardEvent): void {
    const target = event.target as Element;
    const part = this.glowingPart(target);
    if (event.key === "Enter" || event.key === " ") {
      if (!part && event.key === " ") return;
      event.preventDefault();
      if (part) this.handlers.pick(part);
      else this.handlers.ask(this.partAt(target), "open");
    } else if (event.key.startsWith("Arrow") && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const live = new Set([...this.glowing, ...this.chosen]);
      const among = event.shiftKey || !live.size ? this.everything() : live;
      const from = target === this.svg ? "" : this.partAt(target);
      const next = from ? this.places.beside(from, event.key, among) : this.places.first(among);
      if (!next) return;
      event.preventDefault();
      this.walk(next);
    }
  }

  /** Move the focus to a part, whether it can be chosen or not. Returns false if there is no such part. */
  walk(id: string): boolean {
    const part = this.find(id);
    if (!part) return false;
    if (part.hasAttribute("data-glow")) {
      this.find(this.roving)?.setAttribute("tabindex", "-1");
      this.roving = id;
    }
    part.setAttribute("tabindex", part.hasAttribute("data-glow") ? "0" : "-1");
    part.focus();
    return true;
  }

  /** Restore the focus to a part, without explaining it again. */
  returnTo(id: string): boolean {
    this.returning = true;
    const done = this.walk(id);
    this.returning = false;
    return done;
  }

  /** All parts of the picture. */
  private everything(): Set<string> {
    const titles = this.svg?.querySelectorAll("[id] > title:not([data-layer])") ?? [];
    return new Set([...titles].map((title) => title.parentElement?.id ?? "").filter((id) => id && id !== SCENE));
  }

  // --- ghosts ---

  /** Show what a move would change, faintly; null removes it. */
  async ghost(move: string | null): Promise<void> {
    const at = move === null ? "" : `${state.number} ${move}`;
    if (this.ghosted === at) return;
    this.ghosted = at;
    clearGhost(this.svg);
    if (move === null) return;
    const found = await preview(move);
    if (found?.picture && this.svg && this.ghosted === at && this.drawn === `${state.number} `) showGhost(this.svg, found.picture);
  }

  /** Show a rising sun while there is no game to show. */
  showPlaceholder(): void {
    const box = $("picture");
    if (box.querySelector(".resting")) return;
    box.setAttribute("aria-busy", "false");
    box.replaceChildren(restingSun());
  }
}

/** Set an attribute, unless it already has this value. */
function write(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Keep the browser from also showing the <title> under the pointer: an empty one comes first. */
function hush(target: Element | null): void {
  document.querySelector('#picture title[data-layer="hush"]')?.remove();
  if (target instanceof SVGElement) target.prepend(svgEl("title", { "data-layer": "hush" }));
}

/** Whether the player last used the keyboard: only then is the focus shown and moved. */
export let byKey = false;
addEventListener("pointerdown", () => (byKey = false), true);
addEventListener("keydown", (event) => (byKey = byKey || !["Shift", "Control", "Alt", "Meta"].includes(event.key)), true);
