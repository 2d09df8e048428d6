// Marks around the parts of the picture that a lesson step or a suggestion refers to.

import { $, svgEl } from "../elements";
import { layer } from "./ghost";
import { boxOf } from "./places";
import type { Box } from "./places";
import { inLesson } from "./state";
import { scrollPicture, seen } from "./window";

const MARGIN = 14; // pixels around the scroll target
const EDGE = 2; // units around a marked part

let parts: readonly string[] = [];
let fresh = false; // not yet scrolled to

/** Mark these parts instead of the previous ones. */
export function lookAt(shown: readonly string[]): void {
  [parts, fresh] = [shown, true];
  draw();
}

function draw(): void {
  const svg = $("picture").querySelector<SVGSVGElement>(":scope > svg");
  if (!svg) return;
  const found = parts.flatMap((id) => svg.querySelector<SVGGraphicsElement>(`#${CSS.escape(id)}`) ?? []);
  const boxes = found.flatMap((part) => around(svg, part) ?? []);
  const marks = layer(svg, "look");
  marks.replaceChildren(
    ...boxes.map((box) => svgEl("g", { class: "look" }, svgEl("rect", { class: "look-edge", ...box, rx: 6 }), svgEl("rect", { class: "look-line", ...box, rx: 6 }))),
  );
  if (svg.lastElementChild !== marks) svg.append(marks);
  if (fresh && found.length) reveal(found);
  fresh &&= !found.length;
}

/** The box around a part and what is printed for it on the board; with a `hit` shape, the box of that. */
function around(svg: SVGSVGElement, part: SVGGraphicsElement): Box | null {
  const printed = part.querySelector(".hit") ? [] : svg.querySelectorAll<SVGGraphicsElement>(`[data-part="${CSS.escape(part.id)}"]:not([id])`);
  const boxes = [part, ...printed].flatMap((element) => boxOf(svg, element) ?? []);
  if (!boxes.length) return null;
  const [left, top] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.x + box.width)), Math.max(...boxes.map((box) => box.y + box.height))];
  return { x: left - EDGE, y: top - EDGE, width: right - left + 2 * EDGE, height: bottom - top + 2 * EDGE };
}

/** Scroll as far as needed to show these parts, or at least the first. */
function reveal(found: Element[]): void {
  const window = seen(inLesson ? "coach" : "dock");
  if (!window) return;
  const boxes = found.map((part) => part.getBoundingClientRect());
  const [top, bottom] = [window[0] + MARGIN, window[1] - MARGIN];
  const shown = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top)) > bottom - top ? boxes.slice(0, 1) : boxes;
  const [high, low] = [Math.min(...shown.map((box) => box.top)), Math.max(...shown.map((box) => box.bottom))];
  const by = high < top ? high - top : Math.min(Math.max(0, low - bottom), high - top);
  if (by) scrollPicture(by);
}

/** Draw the marks again whenever the picture changes. */
export function watchPicture(): void {
  new MutationObserver(draw).observe($("picture"), { attributeFilter: ["data-number", "data-look"], childList: true });
}
