// A small city generated from a name: the same name gives the same city.

/** A random number generator seeded by a name. */
function random(name: string): () => number {
  let seed = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32;
  };
}

const [WIDTH, HEIGHT, FLOOR] = [320, 132, 13];

function windows(x: number, y: number, width: number, roll: () => number): string {
  let path = "";
  for (let at = x + 5; at + 4 <= x + width - 3; at += 8) if (roll() < 0.72) path += `M${at} ${y + 4}h4v5h-4z`;
  return path;
}

const path = (className: string, d: string): string => `<path class="${className}" d="${d}"/>`;

function tower(left: number, width: number, floors: number, kind: number, roll: () => number): string[] {
  const parts: string[] = [];
  let top = HEIGHT - 8;
  for (let level = 0; level < floors; level += 1) {
    if (kind === 1 && level > 1 && level % 2 === 0 && width > 22) [left, width] = [left + 4, width - 8];
    top -= FLOOR;
    parts.push(
      path("flank", `M${left + width} ${top}l6 -5v${FLOOR}l-6 5z`),
      path(`floor f${((kind + (kind === 2 ? level : 0)) % 4) + 1}`, `M${left} ${top}h${width}v${FLOOR}h${-width}z`),
      path("pane", windows(left, top, width, roll)),
    );
  }
  parts.push(path(`roof r${Math.floor(roll() * 4)}`, `M${left} ${top}l6 -5h${width}l-6 5z`));
  const middle = left + width / 2 + 3;
  if (roll() < 0.4) parts.push(path("spire", `M${middle} ${top - 4}v-16M${middle - 3} ${top - 5}l3 -8 3 8`));
  return parts;
}

/** The city for a name as SVG, for decoration. */
export function skyline(name: string): string {
  const roll = random(name);
  const rays = Array.from({ length: 15 }, (_, k) => {
    const angle = (Math.PI * (k + 0.5)) / 15;
    const far = k % 2 ? 300 : 190;
    return `M160 ${HEIGHT - 8}L${(160 - Math.cos(angle) * far).toFixed(0)} ${(HEIGHT - 8 - Math.sin(angle) * far).toFixed(0)}`;
  });
  const towers: string[] = [];
  for (let x = 8 + Math.floor(roll() * 8); x < WIDTH - 36; ) {
    const width = 26 + 8 * Math.floor(roll() * 3);
    const near = 1 - Math.abs(x + width / 2 - WIDTH / 2) / (WIDTH / 2);
    const floors = 2 + Math.floor(roll() * 2 + near * 4.2);
    if (x + width + 8 < WIDTH) towers.push(...tower(x, width, floors, Math.floor(roll() * 4), roll));
    x += width + 8 + Math.floor(roll() * 10);
  }
  const parts = [path("ray", rays.join("")), ...towers, path("ground", `M0 ${HEIGHT - 8}H${WIDTH}M0 ${HEIGHT - 4}H${WIDTH}`)];
  return `<svg class="skyline" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true" preserveAspectRatio="xMidYMax meet">${parts.join("")}</svg>`;
}
