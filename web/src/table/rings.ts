// Rings around the parts that can be chosen, the chosen ones, and the one with the focus. They never cover anything.

import { svgEl } from "../elements";
import { layer } from "./ghost";
import type { Box, Places } from "./places";

const DENSE = 60; // with more glowing parts than this, the rings are thinner

/** Draw rings around the glowing and chosen parts, and around the one with the focus. */
export function drawRings(
  svg: SVGSVGElement,
  glowing: Iterable<string>,
  chosen: Set<string>,
  find: (id: string) => SVGGraphicsElement | null,
  places: Places,
  byKey: boolean,
): void {
  const casings: SVGElement[] = [];
  const rings: SVGElement[] = [];
  const add = (shape: SVGElement, kind: string): void => {
    const casing = shape.cloneNode() as SVGElement;
    casing.setAttribute("class", `casing ${kind}`);
    shape.setAttribute("class", `ring ${kind}`);
    casings.push(casing);
    rings.push(shape);
  };
  const live = new Set([...glowing, ...chosen]);
  for (const id of live) {
    const part = find(id);
    const shape = part && (outline(part) ?? framed(places.box(id)));
    if (shape) add(shape, chosen.has(id) ? "chosen" : "");
  }
  const active = document.activeElement;
  const focused = byKey && active && active !== svg && svg.contains(active) ? places.box(active.id) : null;
  if (focused) {
    const { x, y, width, height } = focused;
    add(svgEl("rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 7 }), "focus");
  } else if (byKey && active === svg) {
    const { width, height } = svg.viewBox.baseVal;
    add(svgEl("rect", { x: 3, y: 3, width: width - 6, height: height - 6, rx: 7 }), "focus");
  }
  const marks = layer(svg, "rings");
  marks.setAttribute("class", live.size > DENSE ? "dense" : "");
  marks.replaceChildren(...casings, ...rings);
  if (svg.lastElementChild !== marks) svg.append(marks);
}

function framed(box: Box | null): SVGElement | null {
  return box && svgEl("rect", { ...box, rx: 5 });
}

/** A copy of the part's own `hit` shape, unless a transform applies to it. */
function outline(part: Element): SVGElement | null {
  const hit = part.querySelector<SVGElement>(".hit");
  if (!hit || hit.closest("[transform]")) return null;
  const copy = hit.cloneNode() as SVGElement;
  for (const name of ["fill", "pointer-events", "id"]) copy.removeAttribute(name);
  return copy;
}
