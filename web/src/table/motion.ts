// Animations: pieces glide to their new positions and new ones drop in, unless the player wants no motion.

const MOST = 900; // a picture with more elements changes without animation

export const reducedMotion = (): boolean =>
  document.documentElement.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;

export type Positions = Map<string, DOMRect>;

/** Elements that have an id and contain no other one. */
function pieces(svg: SVGSVGElement): SVGGraphicsElement[] {
  const found: SVGGraphicsElement[] = [];
  for (const element of svg.querySelectorAll<SVGGraphicsElement>("use[id], g[id], path[id], rect[id], circle[id], text[id]")) {
    if (element.closest("defs, [data-layer]") || element.querySelector("use[id], g[id]")) continue;
    found.push(element);
  }
  return found.length > MOST ? [] : found;
}

/** Where everything is, before a change. */
export function positions(svg: SVGSVGElement): Positions {
  const found: Positions = new Map();
  if (reducedMotion()) return found;
  for (const piece of pieces(svg)) found.set(piece.id, piece.getBoundingClientRect());
  return found;
}

/** Animate everything that has moved or appeared since `before`. */
export function animate(svg: SVGSVGElement, before: Positions): void {
  if (reducedMotion() || before.size === 0) return;
  const scale = svg.getScreenCTM()?.a || 1;
  for (const piece of pieces(svg)) {
    const was = before.get(piece.id);
    const is = piece.getBoundingClientRect();
    if (!is.width && !is.height) continue;
    if (!was) {
      piece.animate(
        { opacity: [0, 1], translate: ["0 -14px", "0 0"] },
        { duration: 380, easing: "cubic-bezier(.2,.8,.3,1.1)", fill: "backwards" },
      );
      continue;
    }
    const [dx, dy] = [(was.left - is.left) / scale, (was.top - is.top) / scale];
    const resized = Math.abs(was.width - is.width) + Math.abs(was.height - is.height) > 2; // another shape, not the same one moved
    if (Math.abs(dx) + Math.abs(dy) < 1.5 || resized || piece.localName === "text") continue;
    piece.animate({ translate: [`${dx}px ${dy}px`, "0 0"] }, { duration: 520, easing: "cubic-bezier(.4,0,.2,1)" });
  }
}
