// Animations: pieces glide to their new positions and new ones drop in, unless the player wants no motion.

const MOST = 900; // more elements than this change without animation
const PIECE = "use[id], g[id], path[id], rect[id], circle[id], text[id]";

export const reducedMotion = (): boolean =>
  document.documentElement.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;

export type Positions = Map<string, DOMRect>;

/** The parts of these elements that have an id and contain no other one. */
function pieces(elements: Element[]): Element[] {
  return elements
    .flatMap((element) => [element, ...element.querySelectorAll(PIECE)])
    .filter((piece) => piece.matches(PIECE) && !piece.querySelector("use[id], g[id]"));
}

/** Where elements are that are about to change; null if nothing should move. */
export function positions(elements: Element[]): Positions | null {
  const found = reducedMotion() ? [] : pieces(elements);
  if (reducedMotion() || found.length > MOST) return null;
  return new Map(found.map((piece) => [piece.id, piece.getBoundingClientRect()]));
}

/** Animate those of the changed elements that have moved or appeared since `before`. */
export function animate(svg: SVGSVGElement, elements: Element[], before: Positions): void {
  const scale = svg.getScreenCTM()?.a || 1;
  const moved = pieces(elements).map((piece) => [piece, piece.getBoundingClientRect()] as const);
  for (const [piece, is] of moved) {
    const was = before.get(piece.id);
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
