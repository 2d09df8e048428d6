// Marks around the parts of the picture that a step speaks of.

import { $, svgEl } from "../elements";
import { layer } from "../table/ghost";
import { scrollPicture, seen } from "../table/window";

const MARGIN = 14; // pixels around what is scrolled to
const EDGE = 2; // units around what is marked

let parts: readonly string[] = [];
let fresh = false; // not yet scrolled to

/** Mark these parts, until others are. */
export function lookAt(shown: readonly string[]): void {
  [parts, fresh] = [shown, true];
  draw();
}

function draw(): void {
  const svg = $("picture").querySelector<SVGSVGElement>(":scope > svg");
  const screen = svg?.getScreenCTM();
  if (!svg || !screen) return;
  const found = parts.flatMap((id) => svg.querySelector<SVGGraphicsElement>(`#${CSS.escape(id)}`) ?? []);
  const boxes = found.map((part) => {
    const shape = part.querySelector<SVGGraphicsElement>(".hit") ?? part;
    const { x, y, width, height } = shape.getBBox();
    const matrix = screen.inverse().multiply(shape.getScreenCTM() ?? screen);
    const corners = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)].map((corner) => corner.matrixTransform(matrix));
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    return { x: Math.min(...xs) - EDGE, y: Math.min(...ys) - EDGE, width: Math.abs((xs[0] ?? 0) - (xs[1] ?? 0)) + 2 * EDGE, height: Math.abs((ys[0] ?? 0) - (ys[1] ?? 0)) + 2 * EDGE };
  });
  const marks = layer(svg, "look");
  marks.replaceChildren(
    ...boxes.map((box) => svgEl("g", { class: "look" }, svgEl("rect", { class: "look-edge", ...box, rx: 6 }), svgEl("rect", { class: "look-line", ...box, rx: 6 }))),
  );
  if (svg.lastElementChild !== marks) svg.append(marks);
  if (fresh && found.length) reveal(found);
  fresh &&= !found.length;
}

/** Scroll as far as needed to show these parts, or at least the first. */
function reveal(found: Element[]): void {
  const window = seen("coach");
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
