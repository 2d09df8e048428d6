// The picture of the table: an empty board from the server, the elements over it that updates change, and the parts
// that can be chosen.

import { $, el, narrow, parseSvg, svgEl } from "../elements";
import type { Changes } from "../wire";
import { say } from "../words";
import { applied, changed, removed } from "./changes";
import type { Elements } from "./changes";
import { clearGhost, layer, showGhost } from "./ghost";
import { reducedMotion } from "./motion";
import { preview } from "./preview";
import { elementsOf, redraw } from "./redraw";
import { PATH, state } from "./state";

export interface PictureHandlers {
  pick(part: string): void; // a glowing part was clicked
  peek(part: string | null, byKey: boolean): void; // the pointer or the focus is on a glowing part
  explain(part: string): void; // a part that cannot be chosen was clicked
  away(): void; // the background was clicked
  drawn(): void; // the picture has changed
}

const TARGET = ".target[id]";

export class Picture {
  /** The query for the position the replay shows; empty for the present. */
  past = "";
  private elements: Elements = new Map(); // of the present position
  private look = ""; // of these elements
  private number = 0; // of their update
  private shown: Elements = new Map(); // in the page
  private drawn = ""; // number and `past` of what is shown
  private readonly fetched = new Map<string, string>(); // empty boards and the last picture of the replay, by URL
  private fetching = false;
  private retry = 0;
  private glowing = new Set<string>();
  private chosen = new Set<string>();
  private roving = ""; // the part that Tab leads to
  private ghosted = "";

  constructor(private readonly handlers: PictureHandlers) {
    const box = $("picture");
    box.addEventListener("click", (event) => this.clicked(event.target as Element));
    box.addEventListener("keydown", (event) => this.pressed(event));
    box.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") handlers.peek(this.part(event.target as Element), false);
    });
    box.addEventListener("pointerleave", () => handlers.peek(null, false));
    box.addEventListener("focusin", (event) => {
      const part = this.part(event.target as Element);
      if (part) {
        this.roving = part;
        this.drawRings();
        if (byKey) handlers.peek(part, true);
      }
    });
    box.addEventListener("focusout", () => {
      handlers.peek(null, true);
      this.drawRings();
    });
    new ResizeObserver(() => this.drawRings()).observe(box);
  }

  get svg(): SVGSVGElement | null {
    return $("picture").querySelector<SVGSVGElement>(":scope > svg:not(.resting)");
  }

  find(id: string): SVGGraphicsElement | null {
    return id ? (this.svg?.querySelector<SVGGraphicsElement>(`#${CSS.escape(id)}`) ?? null) : null;
  }

  /** The name of a part, from its <title>. */
  nameOf(id: string): string {
    const title = this.find(id)?.querySelector(":scope > title")?.textContent ?? "";
    return title.split(":")[0]?.trim() || id;
  }

  // --- drawing ---

  /** Take the changes of update `number`, to be drawn. `look` is what the server was told about theme, language and size. */
  receive(change: Changes, look: string, number: number): void {
    this.elements = applied(this.elements, change);
    [this.look, this.number] = [look, number];
  }

  /** The elements of the present position, and their look. */
  get present(): { elements: Elements; look: string } {
    return { elements: this.elements, look: this.look };
  }

  /** Show the present position, or the one of the replay. What is missing for it is fetched first. */
  draw(): void {
    if (!this.look) return;
    const board = `${PATH}/scene.svg?${this.look}&layer=board`;
    const past = this.past && `${PATH}/scene.svg?${this.look}${this.past}`;
    const empty = this.fetched.get(board);
    const replayed = this.fetched.get(past);
    if (empty === undefined) return void this.fetch(board);
    if (past && replayed === undefined) return void this.fetch(past);
    this.show(empty, replayed === undefined ? this.elements : elementsOf(parseSvg(replayed)), `${this.number} ${this.past}`);
  }

  /** Fetch a picture, one at a time, and draw again. */
  private async fetch(url: string): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    clearTimeout(this.retry);
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(15000) });
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
    this.ghosted = "";
    const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
    const svg = same && this.svg ? this.svg : parseSvg(empty);
    redraw(svg, same ? this.shown : new Map(), after, same && this.drawn !== at);
    if (!same) box.replaceChildren(svg);
    [this.shown, this.drawn] = [after, at];
    box.dataset["look"] = this.look;
    box.dataset["number"] = at.trim();
    box.setAttribute("aria-busy", "false");
    this.light(this.glowing, this.chosen);
    if (focus && !box.contains(document.activeElement)) this.focus(focus);
    this.handlers.drawn();
  }

  // --- glowing parts ---

  /** Mark the parts that can be chosen, and those that are. */
  light(glowing: Set<string>, chosen: Iterable<string>): void {
    this.glowing = glowing;
    this.chosen = new Set(chosen);
    const svg = this.svg;
    if (!svg) return;
    const live = new Set([...glowing, ...this.chosen]);
    const held = svg.contains(document.activeElement) && !live.has(document.activeElement?.id ?? "");
    if (!live.has(this.roving) || !this.find(this.roving)) this.roving = this.first() ?? "";
    for (const old of svg.querySelectorAll("[data-glow]"))
      if (!live.has(old.id)) {
        old.removeAttribute("data-glow");
        old.removeAttribute("aria-pressed");
        old.removeAttribute("tabindex");
        old.setAttribute("role", "img");
      }
    for (const id of live) {
      const part = this.find(id);
      if (!part) continue;
      part.setAttribute("data-glow", this.chosen.has(id) ? "chosen" : "yes");
      part.setAttribute("role", "button");
      part.setAttribute("aria-pressed", String(this.chosen.has(id)));
      part.setAttribute("tabindex", id === this.roving ? "0" : "-1");
    }
    if (held && !this.focus()) $("prompt").focus({ preventScroll: true });
    this.drawRings();
  }

  /** On a phone: if no glowing part is visible, scroll to the nearest. */
  scrollToGlowing(): void {
    if (!narrow.matches) return;
    const [top, bottom] = [Math.max(0, $("bar").getBoundingClientRect().bottom), innerHeight - 115];
    const distances = [...this.glowing].flatMap((id) => {
      const at = this.find(id)?.getBoundingClientRect();
      return at ? [(at.top + at.bottom - top - bottom) / 2] : [];
    });
    const nearest = distances.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
    if (Math.abs(nearest) > (bottom - top) / 2) scrollBy({ top: nearest, behavior: reducedMotion() ? "auto" : "smooth" });
  }

  /** Draw rings around the glowing and chosen parts. */
  private drawRings(): void {
    const svg = this.svg;
    if (!svg) return;
    const active = document.activeElement;
    const rings: SVGElement[] = [];
    for (const id of new Set([...this.glowing, ...this.chosen])) {
      const part = this.find(id);
      const box = part && this.bounds(svg, part);
      if (!box) continue;
      const ring = this.outline(svg, part) ?? svgEl("rect", { ...box, rx: 5 });
      ring.setAttribute("class", this.chosen.has(id) ? "ring chosen" : "ring");
      rings.push(ring);
      if (active === part && byKey)
        rings.push(
          svgEl("rect", { class: "ring focus", x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6, rx: 7 }),
        );
    }
    const marks = layer(svg, "rings");
    marks.replaceChildren(...rings);
    if (svg.lastElementChild !== marks) svg.append(marks);
  }

  /** A copy of the part's own `hit` shape, unless a transform applies to it. */
  private outline(svg: SVGSVGElement, part: SVGGraphicsElement): SVGElement | null {
    const hit = part.querySelector<SVGElement>(".hit");
    if (!hit || hit.closest("[transform]")) return null;
    const copy = hit.cloneNode() as SVGElement;
    for (const name of ["fill", "pointer-events", "id"]) copy.removeAttribute(name);
    return svg.contains(hit) ? copy : null;
  }

  /** The box of a part (of its `hit` shape, if it has one) in units of the picture. */
  private bounds(svg: SVGSVGElement, part: SVGGraphicsElement): { x: number; y: number; width: number; height: number } | null {
    const shape = part.querySelector<SVGGraphicsElement>(".hit") ?? part;
    const screen = svg.getScreenCTM();
    if (!screen) return null;
    const at = shape.getBoundingClientRect();
    const corner = new DOMPoint(at.left, at.top).matrixTransform(screen.inverse());
    return { x: corner.x, y: corner.y, width: at.width / screen.a, height: at.height / screen.d };
  }

  /** The glowing part nearest to the top left. */
  private first(): string | undefined {
    const parts = [...this.glowing].map((id) => this.find(id)).filter((part) => part !== null);
    const order = (one: Element, other: Element): number => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      return Math.abs(a.top - b.top) > 12 ? a.top - b.top : a.left - b.left;
    };
    return parts.sort(order)[0]?.id;
  }

  /** Focus a part. Returns false if it cannot be chosen. */
  focus(id = this.roving): boolean {
    const part = this.find(id);
    if (!part?.hasAttribute("tabindex")) return false;
    part.focus({ preventScroll: false });
    return true;
  }

  // --- pointer and keyboard ---

  private part(target: Element): string | null {
    return target.closest("[data-glow]")?.id || null;
  }

  private clicked(target: Element): void {
    const part = this.part(target);
    if (part) return this.handlers.pick(part);
    const other = target.closest(TARGET);
    if (other) this.handlers.explain(other.id);
    else this.handlers.away();
  }

  private pressed(event: KeyboardEvent): void {
    const part = this.part(event.target as Element);
    if (!part) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.handlers.pick(part);
    } else if (event.key.startsWith("Arrow")) {
      const next = this.beside(part, event.key);
      if (next) {
        event.preventDefault();
        this.find(this.roving)?.setAttribute("tabindex", "-1");
        this.roving = next;
        this.find(next)?.setAttribute("tabindex", "0");
        this.focus(next);
      }
    }
  }

  /** The nearest glowing part in the direction of an arrow key. */
  private beside(from: string, key: string): string | null {
    const middle = (id: string): [number, number] => {
      const at = this.find(id)?.getBoundingClientRect();
      return at ? [at.left + at.width / 2, at.top + at.height / 2] : [0, 0];
    };
    const [x, y] = middle(from);
    const across = key === "ArrowLeft" || key === "ArrowRight";
    const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    let best: string | null = null;
    let least = Infinity;
    for (const id of new Set([...this.glowing, ...this.chosen])) {
      if (id === from || !this.find(id)) continue;
      const [u, v] = middle(id);
      const ahead = sign * (across ? u - x : v - y);
      const aside = Math.abs(across ? v - y : u - x);
      if (ahead <= 2) continue;
      const far = ahead + 2.2 * aside;
      if (far < least) [best, least] = [id, far];
    }
    return best;
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
    const rays = Array.from({ length: 13 }, (_, k) => {
      const angle = (Math.PI * (k + 1)) / 14;
      const at = (far: number): string => `${(80 - Math.cos(angle) * far).toFixed(1)} ${(78 - Math.sin(angle) * far).toFixed(1)}`;
      return `M${at(24)}L${at(k % 2 ? 42 : 56)}`;
    });
    box.replaceChildren(
      svgEl(
        "svg",
        { viewBox: "0 14 160 72", class: "resting", "aria-hidden": "true" },
        svgEl("path", { class: "ray", d: `${rays.join("")}M10 78H150M16 82H144` }),
        svgEl("path", { class: "sun", d: "M62 78a18 18 0 0 1 36 0z" }),
      ),
    );
  }
}

/** Whether the player last used the keyboard: only then is the focus shown and moved. */
export let byKey = false;
addEventListener("pointerdown", () => (byKey = false), true);
addEventListener("keydown", (event) => (byKey = byKey || !["Shift", "Control", "Alt", "Meta"].includes(event.key)), true);
