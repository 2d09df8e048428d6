// The picture: fetched from the server, morphed, and what can be chosen in it.

import { theme } from "../bar";
import { $, draw, drawing, el, narrow } from "../elements";
import { language, say } from "../words";
import { fly, places, still } from "./flight";
import { clearGhost, layer, showGhost } from "./ghost";
import { morph } from "./morph";
import { PATH, state, update } from "./state";

export interface Looks {
  pick(part: string): void; // something that glows was chosen
  peek(part: string | null, byKey: boolean): void; // something is looked at
  ask(part: string): void; // something that cannot be chosen was clicked
  away(): void; // a click beside everything
  drawn(): void; // the picture shows something new
}

const TARGET = ".target[id]";

export class Picture {
  /** What the replay shows instead of the present, as a query. */
  past = "";
  private drawing = false;
  private stale = false;
  private retry = 0;
  private drawn = ""; // the number and query of what is shown
  private glowing = new Set<string>();
  private chosen = new Set<string>();
  private roving = "";
  private ghosted = "";

  constructor(private readonly looks: Looks) {
    const box = $("picture");
    narrow.addEventListener("change", () => void this.draw());
    box.addEventListener("click", (event) => this.clicked(event.target as Element));
    box.addEventListener("keydown", (event) => this.pressed(event));
    box.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") looks.peek(this.part(event.target as Element), false);
    });
    box.addEventListener("pointerleave", () => looks.peek(null, false));
    box.addEventListener("focusin", (event) => {
      const part = this.part(event.target as Element);
      if (part) {
        this.roving = part;
        this.mark();
        if (byKey) looks.peek(part, true);
      }
    });
    box.addEventListener("focusout", () => {
      looks.peek(null, true);
      this.mark();
    });
    new ResizeObserver(() => this.mark()).observe(box);
  }

  get svg(): SVGSVGElement | null {
    return $("picture").querySelector<SVGSVGElement>(":scope > svg:not(.resting)");
  }

  find(id: string): SVGGraphicsElement | null {
    return id ? (this.svg?.querySelector<SVGGraphicsElement>(`#${CSS.escape(id)}`) ?? null) : null;
  }

  /** What a thing is called in the picture. */
  called(id: string): string {
    const title = this.find(id)?.querySelector(":scope > title")?.textContent ?? "";
    return title.split(":")[0]?.trim() || id;
  }

  // --- drawing ---

  /** Show the present, or what is replayed; never two requests at a time. */
  async draw(): Promise<void> {
    if (!update()) return;
    this.stale = true;
    if (this.drawing) return;
    this.drawing = true;
    clearTimeout(this.retry);
    while (this.stale) {
      this.stale = false;
      try {
        const query = `theme=${theme()}&lang=${language()}&size=${narrow.matches ? "narrow" : "wide"}`;
        const at = `${state.number} ${this.past}`;
        const answer = await fetch(`${PATH}/scene.svg?${query}${this.past}`, { signal: AbortSignal.timeout(15000) });
        if (!answer.ok) throw new Error(String(answer.status));
        this.place(drawing(await answer.text()), query, at);
      } catch {
        if (!this.svg) $("picture").replaceChildren(el("p", { class: "soft" }, say("picture_failed")));
        this.retry = window.setTimeout(() => void this.draw(), 2000);
        break;
      }
    }
    this.drawing = false;
  }

  private place(fresh: SVGSVGElement, query: string, at: string): void {
    const box = $("picture");
    const old = this.svg;
    const moved = old !== null && box.dataset["query"] === query && this.drawn !== at;
    clearGhost(old);
    this.ghosted = "";
    const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
    if (old && old.getAttribute("viewBox") === fresh.getAttribute("viewBox")) {
      const before = moved ? places(old) : new Map<string, DOMRect>();
      morph(old, fresh);
      fly(old, before);
    } else box.replaceChildren(fresh);
    box.dataset["query"] = query;
    this.drawn = at;
    box.dataset["number"] = at.trim();
    box.setAttribute("aria-busy", "false");
    this.light(this.glowing, this.chosen);
    if (focus && !box.contains(document.activeElement)) this.focus(focus);
    this.looks.drawn();
  }

  // --- what glows ---

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
      const thing = this.find(id);
      if (!thing) continue;
      thing.setAttribute("data-glow", this.chosen.has(id) ? "chosen" : "yes");
      thing.setAttribute("role", "button");
      thing.setAttribute("aria-pressed", String(this.chosen.has(id)));
      thing.setAttribute("tabindex", id === this.roving ? "0" : "-1");
    }
    if (held && !this.focus()) $("prompt").focus({ preventScroll: true });
    this.mark();
  }

  /** On a telephone: where nothing that glows is in sight, the nearest comes into it. */
  bring(): void {
    if (!narrow.matches) return;
    const [top, bottom] = [Math.max(0, $("bar").getBoundingClientRect().bottom), innerHeight - 115];
    const away = [...this.glowing].flatMap((id) => {
      const at = this.find(id)?.getBoundingClientRect();
      return at ? [(at.top + at.bottom - top - bottom) / 2] : [];
    });
    const nearest = away.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
    if (Math.abs(nearest) > (bottom - top) / 2) scrollBy({ top: nearest, behavior: still() ? "auto" : "smooth" });
  }

  /** Rings around everything that can be chosen, above the picture. */
  private mark(): void {
    const svg = this.svg;
    if (!svg) return;
    const active = document.activeElement;
    const rings: SVGElement[] = [];
    for (const id of new Set([...this.glowing, ...this.chosen])) {
      const thing = this.find(id);
      const box = thing && this.room(svg, thing);
      if (!box) continue;
      const ring = this.shape(svg, thing) ?? draw("rect", { ...box, rx: 5 });
      ring.setAttribute("class", this.chosen.has(id) ? "ring chosen" : "ring");
      rings.push(ring);
      if (active === thing && byKey)
        rings.push(
          draw("rect", { class: "ring focus", x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6, rx: 7 }),
        );
    }
    const marks = layer(svg, "rings");
    marks.replaceChildren(...rings);
    if (svg.lastElementChild !== marks) svg.append(marks);
  }

  /** The outline that a thing has drawn for itself, if nothing on the way moves it. */
  private shape(svg: SVGSVGElement, thing: SVGGraphicsElement): SVGElement | null {
    const hit = thing.querySelector<SVGElement>(".hit");
    if (!hit || hit.closest("[transform]")) return null;
    const made = hit.cloneNode() as SVGElement;
    for (const name of ["fill", "pointer-events", "id"]) made.removeAttribute(name);
    return svg.contains(hit) ? made : null;
  }

  /** Where a thing is, in the picture's own units: its `hit` part if it has one. */
  private room(svg: SVGSVGElement, thing: SVGGraphicsElement): { x: number; y: number; width: number; height: number } | null {
    const shape = thing.querySelector<SVGGraphicsElement>(".hit") ?? thing;
    const screen = svg.getScreenCTM();
    if (!screen) return null;
    const at = shape.getBoundingClientRect();
    const corner = new DOMPoint(at.left, at.top).matrixTransform(screen.inverse());
    return { x: corner.x, y: corner.y, width: at.width / screen.a, height: at.height / screen.d };
  }

  private first(): string | undefined {
    const things = [...this.glowing].map((id) => this.find(id)).filter((thing) => thing !== null);
    const order = (one: Element, other: Element): number => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      return Math.abs(a.top - b.top) > 12 ? a.top - b.top : a.left - b.left;
    };
    return things.sort(order)[0]?.id;
  }

  focus(id = this.roving): boolean {
    const thing = this.find(id);
    if (!thing?.hasAttribute("tabindex")) return false;
    thing.focus({ preventScroll: false });
    return true;
  }

  // --- mouse and keys ---

  private part(target: Element): string | null {
    const thing = target.closest("[data-glow]");
    return thing && thing.id ? thing.id : null;
  }

  private clicked(target: Element): void {
    const part = this.part(target);
    if (part) return this.looks.pick(part);
    const thing = target.closest(TARGET);
    if (thing) this.looks.ask(thing.id);
    else this.looks.away();
  }

  private pressed(event: KeyboardEvent): void {
    const part = this.part(event.target as Element);
    if (!part) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.looks.pick(part);
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

  /** The nearest thing that glows in a direction. */
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

  /** The table as it would be after a move, faintly; or nothing. */
  async ghost(move: string | null): Promise<void> {
    const at = move === null ? "" : `${state.number} ${move}`;
    if (this.ghosted === at) return;
    this.ghosted = at;
    clearGhost(this.svg);
    if (move === null) return;
    try {
      const query = $("picture").dataset["query"] ?? "";
      const answer = await fetch(`${PATH}/scene.svg?${query}&move=${encodeURIComponent(move)}`);
      if (!answer.ok) return;
      const after = drawing(await answer.text());
      if (this.svg && this.ghosted === at && this.drawn === `${state.number} `) showGhost(this.svg, after);
    } catch {
      // Without a ghost the words remain.
    }
  }

  /** A calm picture while nobody plays yet. */
  rest(): void {
    const box = $("picture");
    if (box.querySelector(".resting")) return;
    box.setAttribute("aria-busy", "false");
    const rays = Array.from({ length: 13 }, (_, k) => {
      const angle = (Math.PI * (k + 1)) / 14;
      const at = (far: number): string => `${(80 - Math.cos(angle) * far).toFixed(1)} ${(78 - Math.sin(angle) * far).toFixed(1)}`;
      return `M${at(24)}L${at(k % 2 ? 42 : 56)}`;
    });
    box.replaceChildren(
      draw(
        "svg",
        { viewBox: "0 14 160 72", class: "resting", "aria-hidden": "true" },
        draw("path", { class: "ray", d: `${rays.join("")}M10 78H150M16 82H144` }),
        draw("path", { class: "sun", d: "M62 78a18 18 0 0 1 36 0z" }),
      ),
    );
  }
}

/** Whether the keyboard was used last: then focus is shown and follows. */
export let byKey = false;
addEventListener("pointerdown", () => (byKey = false), true);
addEventListener("keydown", (event) => (byKey = byKey || !["Shift", "Control", "Alt", "Meta"].includes(event.key)), true);
