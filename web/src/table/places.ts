// Where the parts of a picture are, in its own units. Everything is computed from attributes, independent of the window
// size and of running animations, and cached until the picture changes.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const LINES = 50; // parts in the same fiftieth of the picture's height are read from left to right

export class Places {
  private known = new Map<string, Box | null>();

  constructor(
    private readonly find: (id: string) => SVGGraphicsElement | null,
    private readonly svg: () => SVGSVGElement | null,
  ) {}

  /** Call this when the picture has changed. */
  forget(): void {
    this.known.clear();
  }

  /** The box of a part (of its `hit` shape, if it has one); null if it shows nothing. */
  box(id: string): Box | null {
    let box = this.known.get(id);
    if (box === undefined) {
      const [part, svg] = [this.find(id), this.svg()];
      box = part && svg ? boxOf(svg, part) : null;
      this.known.set(id, box);
    }
    return box;
  }

  /** The part nearest to the top left. */
  first(parts: Iterable<string>): string | undefined {
    const found = [...parts].flatMap((id) => {
      const box = this.box(id);
      return box ? [{ id, box }] : [];
    });
    const height = this.svg()?.viewBox.baseVal.height ?? 0;
    const line = (box: Box): number => Math.round((box.y * LINES) / height);
    return found.sort((one, other) => line(one.box) - line(other.box) || one.box.x - other.box.x)[0]?.id;
  }

  /** The nearest part in the direction of an arrow key. */
  beside(from: string, key: string, among: Iterable<string>): string | null {
    const middle = (box: Box): [number, number] => [box.x + box.width / 2, box.y + box.height / 2];
    const start = this.box(from);
    if (!start) return null;
    const [x, y] = middle(start);
    const across = key === "ArrowLeft" || key === "ArrowRight";
    const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
    let best: string | null = null;
    let least = Infinity;
    for (const id of among) {
      const box = id === from ? null : this.box(id);
      if (!box) continue;
      const [u, v] = middle(box);
      const ahead = sign * (across ? u - x : v - y);
      const aside = Math.abs(across ? v - y : u - x);
      if (ahead <= 1.5) continue;
      const far = ahead + 2.2 * aside;
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }
}

/** The box of an element (of its `hit` shape, if it has one); null if it shows nothing. */
export function boxOf(svg: SVGSVGElement, part: SVGGraphicsElement): Box | null {
  const shape = part.querySelector<SVGGraphicsElement>(".hit") ?? part;
  const { x, y, width, height } = shape.getBBox();
  if (!width && !height) return null;
  let matrix = new DOMMatrix();
  for (let at: Element | null = shape; at && at !== svg; at = at.parentElement) {
    const list = (at as SVGGraphicsElement).transform?.baseVal;
    for (let k = (list?.numberOfItems ?? 0) - 1; list && k >= 0; k -= 1) matrix = DOMMatrix.fromMatrix(list.getItem(k).matrix).multiply(matrix);
  }
  if (matrix.isIdentity) return { x, y, width, height };
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([u, v]) => new DOMPoint(u, v).matrixTransform(matrix));
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
