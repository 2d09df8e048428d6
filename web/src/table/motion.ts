// Animations: pieces glide to their new positions and new ones drop in, unless the player wants no motion.

const MOST = 48; // pieces animated at a time; if there are more, new ones appear without animation
const PIECE = "use[id], g[id], path[id], rect[id], circle[id], text[id]";

export const reducedMotion = (): boolean =>
  document.documentElement.classList.contains("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What will move, with its position before, and what will appear. The picture may scroll in between. */
export interface Plan {
  from: DOMRect; // of the picture
  moving: Map<string, DOMRect>;
  appearing: string[];
}

/** The innermost parts with an id of these elements, and how each is drawn. */
function pieces(tops: Element[]): Map<string, { piece: Element; drawn: string }> {
  const found = new Map<string, { piece: Element; drawn: string }>();
  for (const top of tops)
    for (const piece of [top, ...top.querySelectorAll(PIECE)]) {
      if (!piece.matches(PIECE) || piece.querySelector("use[id], g[id]")) continue;
      let drawn = piece.outerHTML;
      for (let around = piece; around !== top && around.parentElement; around = around.parentElement)
        drawn += around.parentElement.getAttribute("transform") ?? "";
      found.set(piece.id, { piece, drawn });
    }
  return found;
}

/** Plan the animation from elements in the page to their replacements. Measure only pieces that are drawn differently. */
export function plan(svg: SVGSVGElement, old: Element[], fresh: Element[]): Plan | null {
  if (reducedMotion()) return null;
  const [before, after] = [pieces(old), pieces(fresh)];
  const appearing = [...after.keys()].filter((id) => !before.has(id));
  const moving = [...after].flatMap(([id, { piece, drawn }]) => {
    const was = before.get(id);
    return was && was.drawn !== drawn && piece.localName !== "text" ? [[id, was.piece] as const] : [];
  });
  if (moving.length > MOST) return null;
  return {
    from: svg.getBoundingClientRect(),
    moving: new Map(moving.map(([id, piece]) => [id, piece.getBoundingClientRect()])),
    appearing: moving.length + appearing.length > MOST ? [] : appearing,
  };
}

/** Measure where everything is now. Return a function that animates the pieces that have moved or appeared. */
export function animate(svg: SVGSVGElement, { from, moving, appearing }: Plan): () => void {
  const scale = svg.getScreenCTM()?.a || 1;
  const to = svg.getBoundingClientRect();
  const moved = [...moving].flatMap(([id, was]) => {
    const piece = svg.querySelector(`#${CSS.escape(id)}`);
    return piece ? [{ piece, was, is: piece.getBoundingClientRect() }] : [];
  });
  return () => {
    for (const id of appearing)
      svg.querySelector(`#${CSS.escape(id)}`)?.animate(
        { opacity: [0, 1], translate: ["0 -14px", "0 0"] },
        { duration: 380, easing: "cubic-bezier(.2,.8,.3,1.1)", fill: "backwards" },
      );
    for (const { piece, was, is } of moved) {
      const dx = (was.left - from.left - (is.left - to.left)) / scale;
      const dy = (was.top - from.top - (is.top - to.top)) / scale;
      const resized = Math.abs(was.width - is.width) + Math.abs(was.height - is.height) > 2; // a different shape, not a moved one
      if (Math.abs(dx) + Math.abs(dy) < 1.5 || resized) continue;
      piece.animate({ translate: [`${dx}px ${dy}px`, "0 0"] }, { duration: 520, easing: "cubic-bezier(.4,0,.2,1)" });
    }
  };
}
