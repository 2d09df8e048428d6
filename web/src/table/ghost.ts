// The ghost of a move: pieces that would be new or moved after it, drawn faintly over the picture.

import { parsePieces, svgEl } from "../elements";
import type { Changes } from "../wire";

const PIECE = "use[id], g[id], path[id], rect[id], circle[id]";
const VISIBLE = ":not(title, desc, g, .hit)"; // something visible, not only a click area

/** A layer for our own marks above the picture. It takes no clicks. */
export function layer(svg: SVGSVGElement, name: string): SVGElement {
  let found = svg.querySelector<SVGElement>(`:scope > [data-layer="${name}"]`);
  if (!found) {
    found = svgEl("g", { "data-layer": name, "aria-hidden": "true", "pointer-events": "none" });
    svg.append(found);
  }
  return found;
}

export function clearGhost(svg: SVGSVGElement | null): void {
  svg?.querySelector('[data-layer="ghost"]')?.replaceChildren();
}

/** Show what a move would change. */
export function showGhost(svg: SVGSVGElement, change: Changes): void {
  const ghosts: Node[] = [];
  const fresh = parsePieces(Object.values(change.changed));
  for (const element of fresh.flatMap((top) => [top, ...top.querySelectorAll<SVGElement>(PIECE)])) {
    if (!element.matches(PIECE) || element.querySelector(PIECE)) continue;
    if (element.matches("g") && !element.querySelector(VISIBLE)) continue;
    const now = svg.querySelector(`#${CSS.escape(element.id)}`);
    if (now && (looksSame(now, element) || element.querySelector("text"))) continue;
    ghosts.push(copyOf(element));
  }
  layer(svg, "ghost").replaceChildren(...ghosts.slice(0, 60));
}

function looksSame(one: Element, other: Element): boolean {
  const bare = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const part of [copy, ...copy.querySelectorAll("*")])
      for (const { name } of [...part.attributes])
        if (/^(data-|tabindex|aria-|role|class)/.test(name)) part.removeAttribute(name);
    for (const title of copy.querySelectorAll("title, desc")) title.remove();
    return copy.outerHTML;
  };
  return bare(one) === bare(other);
}

/** A copy of an element without ids, with the transforms of its ancestors. */
function copyOf(element: SVGElement): Node {
  let copy = element.cloneNode(true) as SVGElement;
  for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
  for (const unseen of copy.querySelectorAll("title, desc, .hit")) unseen.remove();
  for (const name of ["role", "aria-labelledby", "tabindex"]) copy.removeAttribute(name);
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const transform = parent.getAttribute("transform");
    if (transform) copy = svgEl("g", { transform }, copy);
  }
  return copy;
}
