// Charts of a game, decision by decision: everyone's points, and everyone's chance to win.

import { el, svgEl } from "../elements";
import type { PastPly } from "../wire";
import { language, say } from "../words";
import { colourClass, letter, nameOf, seats } from "./state";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [440, 190, 34, 34, 10, 22];
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2", "1 4"];

export const percent = (part: number): string => new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(part);

/** Lines over the decisions of a game, one for each seat. */
interface Plot {
  lines: (readonly [ply: number, value: number])[][];
  last: number; // the last ply
  least: number;
  most: number;
  grid: (readonly [value: number, label: string])[];
}

const across = (ply: number, last: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * ply) / last;

function draw({ lines, last, least, most, grid }: Plot, at: number | null, attributes: Record<string, string>): SVGElement {
  const x = (ply: number): number => across(ply, last);
  const y = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * (value - least)) / (most - least);
  const ends = spread(lines.map((line) => y(line.at(-1)?.[1] ?? least)));
  return svgEl(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, ...attributes },
    ...grid.flatMap(([value, label]) => [
      svgEl("path", { class: "grid", d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` }),
      svgEl("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, label),
    ]),
    svgEl("text", { x: LEFT, y: HEIGHT - 5 }, "0"),
    svgEl("text", { x: WIDTH - RIGHT, y: HEIGHT - 5, "text-anchor": "end" }, say("chart_end", { n: last })),
    svgEl("path", { class: "now", d: at === null ? "" : `M${x(at)} ${TOP}V${HEIGHT - BOTTOM}` }),
    ...lines.flatMap((line, k) => [
      svgEl("path", { class: `line ${colourClass(k)}`, d: line.length ? `M${line.map(([ply, value]) => `${x(ply)} ${y(value)}`).join("L")}` : "", "stroke-dasharray": DASHES[k] ?? "" }),
      svgEl("circle", { class: `dot ${colourClass(k)}`, cx: WIDTH - RIGHT + 15, cy: ends[k] ?? 0, r: 9 }),
      svgEl("text", { class: `dot-letter ${colourClass(k)}`, x: WIDTH - RIGHT + 15, y: (ends[k] ?? 0) + 4, "text-anchor": "middle" }, letter(k)),
    ]),
  );
}

/** The ply at the clicked position. */
function plyAt(svg: Element, event: MouseEvent, last: number): number {
  const box = svg.getBoundingClientRect();
  const place = ((event.clientX - box.left) / box.width) * WIDTH;
  return Math.max(0, Math.min(last, Math.round(((place - LEFT) / (WIDTH - LEFT - RIGHT)) * last)));
}

/** The chart of points. `at` is the ply shown by the replay, if any. A click goes to a ply. */
export function chart(plies: PastPly[], at: number | null, go: (ply: number) => void): HTMLElement {
  const most = Math.max(1, ...plies.flatMap((row) => row.totals));
  const least = Math.min(0, ...plies.flatMap((row) => row.totals));
  const last = Math.max(1, plies.length - 1); // row 0 is the table before the first decision
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200].find((size) => (most - least) / size <= 5) ?? 500;
  const grid: [number, string][] = [];
  for (let points = Math.ceil(least / step) * step; points <= most; points += step) grid.push([points, String(points)]);
  const lines = seats().map((_, k) => plies.map((row, ply) => [ply, row.totals[k] ?? 0] as const));
  const words = seats().map((_, k) => `${nameOf(k)} ${plies.at(-1)?.totals[k] ?? 0}`);
  const svg = draw({ lines, last, least, most, grid }, at, { role: "img", "aria-label": `${say("chart")}: ${words.join(", ")}` });
  svg.addEventListener("click", (event) => go(plyAt(svg, event, last)));
  return el("figure", { class: "chart-figure" }, svg, el("figcaption", { class: "soft" }, say("chart")));
}

/** The chance of a line at a ply: that of the last point up to it. */
function chanceAt(line: readonly (readonly [ply: number, value: number])[], ply: number): number | null {
  return (line.findLast(([at]) => at <= ply) ?? line[0])?.[1] ?? null;
}

/** The chart of everyone's chance to win. It is a slider: click or use the arrow keys to go to a ply. */
export class ChanceChart {
  readonly figure: HTMLElement;
  private readonly slider: HTMLElement;

  constructor(
    private readonly lines: (readonly [ply: number, value: number])[][],
    private readonly last: number,
    go: (ply: number) => void,
  ) {
    const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => [part, percent(part)] as const);
    const svg = draw({ lines, last, least: 0, most: 1, grid }, null, { "aria-hidden": "true" });
    this.slider = el("div", { class: "chart-slider", id: "review-chart", role: "slider", tabindex: 0, "aria-label": say("review_chart"), "aria-valuemin": 0, "aria-valuemax": last }, svg);
    this.slider.addEventListener("click", (event) => go(plyAt(svg, event, last)));
    this.slider.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: last - 1, ArrowRight: 0, Home: 0, End: last }[event.key]; // a running replay handles the key itself
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    });
    this.figure = el("figure", { class: "chart-figure" }, this.slider, el("figcaption", { class: "soft" }, say("review_chart_hint")));
    this.mark(null);
  }

  /** Mark the ply shown by the replay. */
  mark(at: number | null): void {
    const x = across(at ?? 0, this.last);
    this.slider.querySelector(".now")?.setAttribute("d", at === null ? "" : `M${x} ${TOP}V${HEIGHT - BOTTOM}`);
    const chances = this.lines.flatMap((line, k) => {
      const chance = chanceAt(line, at ?? this.last);
      return chance === null ? [] : [`${nameOf(k)} ${percent(chance)}`];
    });
    this.slider.setAttribute("aria-valuenow", String(at ?? this.last));
    this.slider.setAttribute("aria-valuetext", `${say("review_ply", { n: at ?? this.last })}: ${chances.join(", ")}`);
  }
}

/** Move the letters at the line ends apart so that they do not overlap. */
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
