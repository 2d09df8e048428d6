// What a move costs and brings, as icons of the picture with a number.

import { el, svgEl } from "../elements";
import type { Price } from "../wire";
import { say, signed } from "../words";

/** A list of costs and a list of gains, if any. */
export function priceLists(prices: Price[]): HTMLElement[] {
  const list = (name: string, some: Price[]): HTMLElement[] =>
    some.length ? [el("ul", { class: "prices", "aria-label": name }, ...some.map(chip))] : [];
  const [costs, gains] = sides(prices);
  return [...list(say("costs"), costs), ...list(say("brings"), gains)];
}

/** The same in words. */
export function priceWords(prices: Price[]): string[] {
  const words = (name: string, some: Price[]): string[] => (some.length ? [`${name}: ${some.map((price) => price.text).join(", ")}`] : []);
  const [costs, gains] = sides(prices);
  return [...words(say("costs"), costs), ...words(say("brings"), gains)];
}

function sides(prices: Price[]): [Price[], Price[]] {
  return [prices.filter((price) => price.change < 0), prices.filter((price) => price.change > 0)];
}

function chip(price: Price): HTMLElement {
  const sign = svgEl("svg", { class: "sign", "aria-hidden": "true" }, svgEl("use", { href: `#${price.sign}` }));
  return el("li", { title: price.text }, sign, el("strong", { "aria-hidden": "true" }, signed(price.change)), el("span", { class: "unseen" }, price.text));
}

const MARGIN = 1; // of the outlines of an icon

/** Fit the visible icons into their boxes. */
export function fitSigns(holder: Element): void {
  for (const drawn of holder.querySelectorAll<SVGUseElement>(".sign > use")) {
    const box = drawn.getBBox();
    const view = [box.x - MARGIN, box.y - MARGIN, box.width + 2 * MARGIN, box.height + 2 * MARGIN];
    drawn.ownerSVGElement?.setAttribute("viewBox", view.join(" "));
  }
}
