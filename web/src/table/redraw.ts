// Redraws the elements over the empty board: only changed ones are parsed and touched.

import { parsePieces } from "../elements";
import { changed, removed } from "./changes";
import type { Elements } from "./changes";
import { morph } from "./morph";
import { animate, plan } from "./motion";
import { beforePaint } from "./paint";

const WORDS = ["scene-title", "scene-words"]; // in the picture itself; everything else is in its element "pieces"

const pieces = (svg: SVGSVGElement): Element => svg.querySelector(":scope > #pieces") ?? svg;
const words = (svg: SVGSVGElement): Element[] => WORDS.flatMap((id) => svg.querySelector(`:scope > #${id}`) ?? []);

/** Change a picture from `before` to `after`. */
export function redraw(svg: SVGSVGElement, before: Elements, after: Elements, animated: boolean): void {
  const holder = pieces(svg);
  const shown = new Map([...words(svg), ...holder.children].map((element) => [element.id, element]));
  const [fresh, gone] = [changed(before, after), removed(before, after)];
  const found = (ids: string[]): Element[] => ids.flatMap((id) => shown.get(id) ?? []);
  const parsed = parsePieces(fresh.map((id) => after.get(id) ?? ""));
  const motion = animated ? plan(svg, found([...fresh, ...gone]), parsed) : null;
  for (const element of found(gone)) element.remove();
  for (const element of parsed) {
    const old = shown.get(element.id);
    if (old?.nodeName === element.nodeName) morph(old, element);
    else {
      old?.replaceWith(element);
      shown.set(element.id, element);
    }
  }
  let at = holder.firstElementChild;
  for (const element of found([...after.keys()].filter((id) => !WORDS.includes(id)))) {
    if (element === at) at = at.nextElementSibling;
    else holder.insertBefore(element, at);
  }
  if (motion) beforePaint("motion", () => animate(svg, motion));
}
