// What moved glides, what appeared settles; nothing does for those who want no motion.

const LONGEST = 900; // so many things are looked at; a picture with more simply changes

export const still = (): boolean =>
  document.documentElement.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;

export type Places = Map<string, DOMRect>;

/** Things with a name and no named thing inside. */
function things(svg: SVGSVGElement): SVGGraphicsElement[] {
  const found: SVGGraphicsElement[] = [];
  for (const element of svg.querySelectorAll<SVGGraphicsElement>("use[id], g[id], path[id], rect[id], circle[id], text[id]")) {
    if (element.closest("defs, [data-layer]") || element.querySelector("use[id], g[id]")) continue;
    found.push(element);
  }
  return found.length > LONGEST ? [] : found;
}

/** Where everything is before a change. */
export function places(svg: SVGSVGElement): Places {
  const made: Places = new Map();
  if (still()) return made;
  for (const thing of things(svg)) made.set(thing.id, thing.getBoundingClientRect());
  return made;
}

/** Let everything that is elsewhere now glide there. */
export function fly(svg: SVGSVGElement, before: Places): void {
  if (still() || before.size === 0) return;
  const scale = svg.getScreenCTM()?.a || 1;
  for (const thing of things(svg)) {
    const was = before.get(thing.id);
    const is = thing.getBoundingClientRect();
    if (!is.width && !is.height) continue;
    if (!was) {
      thing.animate(
        { opacity: [0, 1], translate: ["0 -14px", "0 0"] },
        { duration: 380, easing: "cubic-bezier(.2,.8,.3,1.1)", fill: "backwards" },
      );
      continue;
    }
    const [dx, dy] = [(was.left - is.left) / scale, (was.top - is.top) / scale];
    const other = Math.abs(was.width - is.width) + Math.abs(was.height - is.height) > 2; // changed, not moved
    if (Math.abs(dx) + Math.abs(dy) < 1.5 || other || thing.localName === "text") continue;
    thing.animate({ translate: [`${dx}px ${dy}px`, "0 0"] }, { duration: 520, easing: "cubic-bezier(.4,0,.2,1)" });
  }
}
