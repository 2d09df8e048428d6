// A little city for each title, drawn from its name: the same name, the same city.

import { draw } from "./elements";

/** Small numbers that look like chance and are not. */
function dice(name: string): () => number {
  let seed = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32;
  };
}

const [WIDE, HIGH, FLOOR] = [320, 132, 13];

function windows(x: number, y: number, wide: number, roll: () => number): string {
  let path = "";
  for (let at = x + 5; at + 4 <= x + wide - 3; at += 8) if (roll() < 0.72) path += `M${at} ${y + 4}h4v5h-4z`;
  return path;
}

function tower(x: number, wide: number, floors: number, kind: number, roll: () => number): SVGElement[] {
  const made: SVGElement[] = [];
  const ground = HIGH - 8;
  let [left, width, top] = [x, wide, ground];
  for (let level = 0; level < floors; level += 1) {
    if (kind === 1 && level > 1 && level % 2 === 0 && width > 22) [left, width] = [left + 4, width - 8];
    top -= FLOOR;
    made.push(
      draw("path", { class: "flank", d: `M${left + width} ${top}l6 -5v${FLOOR}l-6 5z` }),
      draw("path", { class: `floor f${((kind + (kind === 2 ? level : 0)) % 4) + 1}`, d: `M${left} ${top}h${width}v${FLOOR}h${-width}z` }),
      draw("path", { class: "pane", d: windows(left, top, width, roll) }),
    );
  }
  made.push(draw("path", { class: `roof r${Math.floor(roll() * 4)}`, d: `M${left} ${top}l6 -5h${width}l-6 5z` }));
  const middle = left + width / 2 + 3;
  if (roll() < 0.4) made.push(draw("path", { class: "spire", d: `M${middle} ${top - 4}v-16M${middle - 3} ${top - 5}l3 -8 3 8` }));
  return made;
}

/** The city of a name; decoration only. */
export function skyline(name: string): SVGElement {
  const roll = dice(name);
  const rays = Array.from({ length: 15 }, (_, k) => {
    const angle = (Math.PI * (k + 0.5)) / 15;
    const far = k % 2 ? 300 : 190;
    return `M160 ${HIGH - 8}L${(160 - Math.cos(angle) * far).toFixed(0)} ${(HIGH - 8 - Math.sin(angle) * far).toFixed(0)}`;
  });
  const towers: SVGElement[] = [];
  for (let x = 8 + Math.floor(roll() * 8); x < WIDE - 36; ) {
    const wide = 26 + 8 * Math.floor(roll() * 3);
    const near = 1 - Math.abs(x + wide / 2 - WIDE / 2) / (WIDE / 2);
    const floors = 2 + Math.floor(roll() * 2 + near * 4.2);
    if (x + wide + 8 < WIDE) towers.push(...tower(x, wide, floors, Math.floor(roll() * 4), roll));
    x += wide + 8 + Math.floor(roll() * 10);
  }
  return draw(
    "svg",
    { class: "skyline", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true", preserveAspectRatio: "xMidYMax meet" },
    draw("path", { class: "ray", d: rays.join("") }),
    ...towers,
    draw("path", { class: "ground", d: `M0 ${HIGH - 8}H${WIDE}M0 ${HIGH - 4}H${WIDE}` }),
  );
}
