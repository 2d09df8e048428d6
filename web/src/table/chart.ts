// A chart of everyone's points, decision by decision.

import { el, svgEl } from "../elements";
import type { PastPly } from "../wire";
import { say } from "../words";
import { colourClass, letter, nameOf, seats } from "./state";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [440, 190, 30, 34, 10, 22];
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 4"];

/** Draw the chart; `at` is the ply the replay shows, if any. A click on it goes to a ply. */
export function chart(plies: PastPly[], at: number | null, go: (ply: number) => void): HTMLElement {
  const most = Math.max(1, ...plies.flatMap((row) => row.totals));
  const least = Math.min(0, ...plies.flatMap((row) => row.totals));
  const last = Math.max(1, plies.length - 1); // row 0 is the table before the first decision
  const x = (ply: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * ply) / last;
  const y = (points: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * (points - least)) / (most - least);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200].find((size) => (most - least) / size <= 5) ?? 500;
  const grid: SVGElement[] = [];
  for (let points = Math.ceil(least / step) * step; points <= most; points += step)
    grid.push(
      svgEl("path", { class: "grid", d: `M${LEFT} ${y(points)}H${WIDTH - RIGHT}` }),
      svgEl("text", { x: LEFT - 6, y: y(points) + 4, "text-anchor": "end" }, String(points)),
    );
  const ends = spread(seats().map((_, k) => y(plies.at(-1)?.totals[k] ?? 0)));
  const lines = seats().flatMap((_, k) => {
    const points = plies.map((row, n) => `${x(n)} ${y(row.totals[k] ?? 0)}`);
    return [
      svgEl("path", { class: `line ${colourClass(k)}`, d: `M${points.join("L")}`, "stroke-dasharray": DASHES[k] ?? "" }),
      svgEl("circle", { class: `dot ${colourClass(k)}`, cx: WIDTH - RIGHT + 15, cy: ends[k] ?? 0, r: 9 }),
      svgEl("text", { class: `dot-letter ${colourClass(k)}`, x: WIDTH - RIGHT + 15, y: (ends[k] ?? 0) + 4, "text-anchor": "middle" }, letter(k)),
    ];
  });
  const words = seats().map((_, k) => `${nameOf(k)} ${plies.at(-1)?.totals[k] ?? 0}`);
  const svg = svgEl(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${say("chart")}: ${words.join(", ")}` },
    ...grid,
    svgEl("text", { x: LEFT, y: HEIGHT - 5 }, "0"),
    svgEl("text", { x: WIDTH - RIGHT, y: HEIGHT - 5, "text-anchor": "end" }, say("chart_end", { n: plies.length - 1 })),
    at === null ? null : svgEl("path", { class: "now", d: `M${x(at)} ${TOP}V${HEIGHT - BOTTOM}` }),
    ...lines,
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * WIDTH;
    go(Math.round(((across - LEFT) / (WIDTH - LEFT - RIGHT)) * last));
  });
  return el("figure", { class: "chart-figure" }, svg, el("figcaption", { class: "soft" }, say("chart")));
}

/** Move the letters at the line ends apart, so that they do not overlap. */
function spread(at: number[]): number[] {
  const order = at.map((value, k) => ({ value, k })).sort((one, other) => one.value - other.value);
  for (let n = 1; n < order.length; n += 1) {
    const [before, here] = [order[n - 1], order[n]];
    if (before && here && here.value - before.value < 19) here.value = before.value + 19;
  }
  const lowest = order.at(-1);
  const over = Math.max(0, (lowest?.value ?? 0) - (HEIGHT - BOTTOM));
  const heights: number[] = [];
  for (const row of order) heights[row.k] = Math.max(TOP, row.value - over);
  return heights;
}
