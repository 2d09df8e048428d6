// How a move would leave the table: what would be new or elsewhere, drawn faintly over the picture.

import { draw } from "../elements";

const SEEN = ":not(title, desc, g, .hit)"; // something is drawn, not only a place to click

/** The layer that holds our marks; it lies above everything and takes no clicks. */
export function layer(svg: SVGSVGElement, name: string): SVGElement {
  let found = svg.querySelector<SVGElement>(`:scope > [data-layer="${name}"]`);
  if (!found) {
    found = draw("g", { "data-layer": name, "aria-hidden": "true", "pointer-events": "none" });
    svg.append(found);
  }
  return found;
}

export function clearGhost(svg: SVGSVGElement | null): void {
  svg?.querySelector('[data-layer="ghost"]')?.replaceChildren();
}

/** Show what differs in the picture of the table after the move. */
export function showGhost(svg: SVGSVGElement, after: SVGSVGElement): void {
  const made: Node[] = [];
  for (const thing of after.querySelectorAll<SVGElement>("use[id], g[id], path[id], rect[id], circle[id]")) {
    if (thing.closest("defs") || thing.querySelector("use[id], g[id], path[id], rect[id], circle[id]")) continue;
    if (thing.matches("g") && !thing.querySelector(SEEN)) continue;
    const now = svg.querySelector(`#${CSS.escape(thing.id)}`);
    if (now && (same(now, thing) || thing.querySelector("text"))) continue;
    made.push(placed(thing, after));
  }
  layer(svg, "ghost").replaceChildren(...made.slice(0, 60));
}

function same(now: Element, thing: Element): boolean {
  const bare = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const part of [copy, ...copy.querySelectorAll("*")])
      for (const { name } of [...part.attributes])
        if (/^(data-|tabindex|aria-|role|class)/.test(name)) part.removeAttribute(name);
    for (const title of copy.querySelectorAll("title, desc")) title.remove();
    return copy.outerHTML;
  };
  return bare(now) === bare(thing);
}

/** A copy without names, where its ancestors would have put it. */
function placed(thing: SVGElement, root: SVGSVGElement): Node {
  let made = thing.cloneNode(true) as SVGElement;
  for (const part of [made, ...made.querySelectorAll("[id]")]) part.removeAttribute("id");
  for (const unseen of made.querySelectorAll("title, desc, .hit")) unseen.remove();
  for (const name of ["role", "aria-labelledby", "tabindex"]) made.removeAttribute(name);
  for (let parent = thing.parentElement; parent && parent !== (root as unknown as HTMLElement); parent = parent.parentElement) {
    const transform = parent.getAttribute("transform");
    if (transform) made = draw("g", { transform }, made);
  }
  return made;
}
