// The game as lines: everybody's points, decision by decision.

import { draw, el } from "../elements";
import { say } from "../words";
import { letter, nameOf, paint, seats } from "./state";

export interface Ply {
  ply: number;
  seat: number;
  text: string;
  totals: number[];
}

const [WIDE, HIGH, LEFT, RIGHT, TOP, LOW] = [440, 190, 30, 34, 10, 22];
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 4"];

/** A chart; `at` is the ply that is being shown, if any. */
export function chart(plies: Ply[], at: number | null): HTMLElement {
  const most = Math.max(1, ...plies.flatMap((row) => row.totals));
  const least = Math.min(0, ...plies.flatMap((row) => row.totals));
  const long = Math.max(1, plies.length - 1); // the first row is the table before any decision
  const x = (place: number): number => LEFT + ((WIDE - LEFT - RIGHT) * place) / long;
  const y = (points: number): number => HIGH - LOW - ((HIGH - LOW - TOP) * (points - least)) / (most - least);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200].find((size) => (most - least) / size <= 5) ?? 500;
  const grid: SVGElement[] = [];
  for (let points = Math.ceil(least / step) * step; points <= most; points += step)
    grid.push(
      draw("path", { class: "grid", d: `M${LEFT} ${y(points)}H${WIDE - RIGHT}` }),
      draw("text", { x: LEFT - 6, y: y(points) + 4, "text-anchor": "end" }, String(points)),
    );
  const ends = spread(seats().map((_, k) => y(plies.at(-1)?.totals[k] ?? 0)));
  const lines = seats().flatMap((_, k) => {
    const points = plies.map((row, n) => `${x(n)} ${y(row.totals[k] ?? 0)}`);
    return [
      draw("path", { class: `line ${paint(k)}`, d: `M${points.join("L")}`, "stroke-dasharray": DASHES[k] ?? "" }),
      draw("circle", { class: `dot ${paint(k)}`, cx: WIDE - RIGHT + 15, cy: ends[k] ?? 0, r: 9 }),
      draw("text", { class: `dot-letter ${paint(k)}`, x: WIDE - RIGHT + 15, y: (ends[k] ?? 0) + 4, "text-anchor": "middle" }, letter(k)),
    ];
  });
  const words = seats().map((_, k) => `${nameOf(k)} ${plies.at(-1)?.totals[k] ?? 0}`);
  const svg = draw(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${say("chart")}: ${words.join(", ")}` },
    ...grid,
    draw("text", { x: LEFT, y: HIGH - 5 }, "0"),
    draw("text", { x: WIDE - RIGHT, y: HIGH - 5, "text-anchor": "end" }, say("chart_end", { n: plies.length - 1 })),
    at === null ? null : draw("path", { class: "now", d: `M${x(at)} ${TOP}V${HIGH - LOW}` }),
    ...lines,
  );
  return el("figure", { class: "chart-figure" }, svg, el("figcaption", { class: "soft" }, say("chart")));
}

/** Letters at the end of the lines do not lie on each other. */
function spread(at: number[]): number[] {
  const order = at.map((value, k) => ({ value, k })).sort((one, other) => one.value - other.value);
  for (let n = 1; n < order.length; n += 1) {
    const [before, here] = [order[n - 1], order[n]];
    if (before && here && here.value - before.value < 19) here.value = before.value + 19;
  }
  const lowest = order.at(-1);
  const over = Math.max(0, (lowest?.value ?? 0) - (HIGH - LOW));
  const made: number[] = [];
  for (const row of order) made[row.k] = Math.max(TOP, row.value - over);
  return made;
}
