// Marks what others have changed since the player's last decision: corners in the mover's colour around each changed
// piece, or around its part with the class `whole`.

import { parsePieces, svgEl } from "../elements";
import { loadJson, save } from "../storage";
import { changed, removed } from "./changes";
import type { Elements } from "./changes";
import { isOwn, lastOther } from "./follow";
import type { Arrival } from "./follow";
import { layer } from "./ghost";
import type { Picture } from "./picture";
import { boxOf } from "./places";
import type { Box } from "./places";
import { TABLE, colourClass, state } from "./state";

const PIECE = "use[id], g[id], path[id], rect[id], circle[id], ellipse[id]";
const SIGNS = ["scene-title", "scene-words", "status", "ending"]; // text about the picture, not pieces in it
const LONG = 12_000; // characters; a longer element is the background, not a piece
const MOST = 40; // marks at a time
const MANY = 2000; // elements whose pieces are cached

/** A piece and its drawing, without texts, ids and selection aids. */
type Piece = [id: string, drawn: string];

function bare(piece: Element): string {
  const copy = piece.cloneNode(true) as Element;
  if (copy.localName === "text") return "";
  for (const other of copy.querySelectorAll('title, desc, text, [class], [fill="none"]:not([stroke])')) other.remove();
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const { name } of [...element.attributes])
      if (/^(id|class|role|tabindex|pointer-events|data-|aria-)/.test(name)) element.removeAttribute(name);
  return copy.localName === "g" && !copy.childElementCount ? "" : copy.outerHTML;
}

/** The pieces of an element: its innermost parts with an id, or itself if it has a name. */
function piecesOf(top: Element): Piece[] {
  const inner = [...top.querySelectorAll(PIECE)].filter((piece) => !piece.querySelector(PIECE) && !piece.hasAttribute("class"));
  const named = top.querySelector(":scope > title") && !top.matches('.button, .seat, [pointer-events="none"]:not([class])');
  return (inner.length ? inner : named ? [top] : []).flatMap((piece) => {
    const drawn = bare(piece);
    return drawn ? [[piece.id, drawn] as Piece] : [];
  });
}

export class Marks {
  private marks = new Map<string, number>(); // seats by piece
  private fresh = new Set<string>(); // of the last decision
  private since = -1; // the number of the player's last decision
  private start: Elements | null = null; // the picture after it
  private known = new Map<string, Piece[]>(); // the pieces of elements, by SVG

  /** Take the log and the picture of an update, and mark what others have changed. */
  pass({ frame, look }: Arrival, picture: Picture): void {
    for (const entry of frame.log) state.log.set(entry.number, entry);
    if (frame.sources) state.sources = frame.sources;
    if (!frame.picture) return;
    const was = picture.present;
    picture.receive(frame.picture, look, frame.number);
    const { elements } = picture.present;
    const other = lastOther(frame);
    if (!was.look) this.restore([...state.log.values()].findLast((entry) => entry.seat === frame.seat)?.number ?? 0);
    else if (was.look !== look || frame.seat < 0) return; // a different look, or a spectator
    else if (isOwn(frame)) this.clear(elements, frame.number);
    else if (other) this.add(was.elements, elements, other.seat);
  }

  /** Forget all marks: the next position does not follow from this one. */
  forget(): void {
    [this.marks, this.fresh, this.start] = [new Map(), new Set(), null];
  }

  /** Forget all marks: the player has made decision `number`. */
  private clear(now: Elements, number: number): void {
    [this.marks, this.fresh, this.start, this.since] = [new Map(), new Set(), now, number];
    this.keep();
  }

  /** Mark the changes of a decision of `seat`. What is back as it was after the player's decision counts as unchanged. */
  private add(before: Elements, after: Elements, seat: number): void {
    const ids = changed(before, after).filter((id) => !SIGNS.includes(id));
    const was = this.drawings(before, [...ids, ...removed(before, after)]);
    const first = this.start ? this.drawings(this.start, [...ids, ...changed(after, this.start)]) : new Set<string>();
    const now = this.pieces(after, ids);
    this.fresh = new Set(now.flatMap(([id, drawn]) => (was.has(drawn) ? [] : [id])));
    for (const id of this.fresh) {
      this.marks.delete(id); // keep the latest last
      this.marks.set(id, seat);
    }
    for (const [id, drawn] of now) if (first.has(drawn)) this.marks.delete(id);
    this.keep();
  }

  /** Restore the marks of an earlier visit, if the player's last decision is still `number`. */
  private restore(number: number): void {
    const kept = loadJson<{ since: number; marks: [string, number][] }>(`marks-${TABLE}`);
    this.since = number;
    if (kept?.since === number) this.marks = new Map(kept.marks);
  }

  /** Measure the marked pieces, and return a function that draws the marks; none while the picture shows a replay. */
  draw(svg: SVGSVGElement | null, hidden: boolean): (() => void) | void {
    if (!svg) return;
    const shown = hidden ? [] : [...this.marks].slice(-MOST);
    const seats = new Map<SVGGraphicsElement, [seat: number, fresh: boolean]>();
    for (const [id, seat] of shown) {
      const piece = svg.querySelector<SVGGraphicsElement>(`#${CSS.escape(id)}`);
      const marked = piece?.closest(".whole")?.querySelector<SVGGraphicsElement>(".hit") ?? piece;
      if (marked) seats.set(marked, [seat, this.fresh.has(id) || Boolean(seats.get(marked)?.[1])]);
    }
    const boxes = [...seats].flatMap(([marked, [seat, fresh]]) => {
      const box = boxOf(svg, marked);
      return box ? [{ marked, seat, fresh, box }] : [];
    });
    const outer = boxes.filter(({ box }) => !boxes.some((other) => isInside(box, other.box)));
    const drawn = outer.map(({ marked, seat, fresh, box }) => {
      const free = marked.matches(".hit") ? 0 : 2.5;
      const d = corners(box.x - free, box.y - free, box.width + 2 * free, box.height + 2 * free);
      const kind = `mark ${colourClass(seat)}${fresh ? " fresh" : ""}`;
      return svgEl("g", { class: kind }, svgEl("path", { class: "mark-edge", d }), svgEl("path", { class: "mark-line", d }));
    });
    return () => layer(svg, "marks").replaceChildren(...drawn);
  }

  private keep(): void {
    save(`marks-${TABLE}`, JSON.stringify({ since: this.since, marks: [...this.marks].slice(-MOST) }));
  }

  private drawings(elements: Elements, ids: string[]): Set<string> {
    return new Set(this.pieces(elements, ids).map(([, drawn]) => drawn));
  }

  /** The pieces of some elements; each SVG is parsed once, all in one go. */
  private pieces(elements: Elements, ids: string[]): Piece[] {
    const texts = ids.flatMap((id) => elements.get(id) ?? []);
    if (this.known.size > MANY) this.known.clear();
    const fresh = [...new Set(texts)].filter((text) => !this.known.has(text));
    const parsed = parsePieces(fresh.map((text) => (text.length > LONG ? "<g/>" : text)));
    fresh.forEach((text, k) => this.known.set(text, parsed[k] ? piecesOf(parsed[k]) : []));
    return texts.flatMap((text) => this.known.get(text) ?? []);
  }
}

/** Whether a box is part of a larger one. */
function isInside(box: Box, larger: Box): boolean {
  if (box.width * box.height >= larger.width * larger.height || box.x < larger.x || box.y < larger.y) return false;
  return box.x + box.width <= larger.x + larger.width && box.y + box.height <= larger.y + larger.height;
}

/** The four corners of a box, as a path. */
function corners(x: number, y: number, width: number, height: number): string {
  const [long, high] = [Math.min(9, width / 3), Math.min(9, height / 3)];
  const [right, bottom] = [x + width, y + height];
  return (
    `M${x} ${y + high}V${y}H${x + long}M${right - long} ${y}H${right}V${y + high}` +
    `M${right} ${bottom - high}V${bottom}H${right - long}M${x + long} ${bottom}H${x}V${bottom - high}`
  );
}
