// The card beside what is chosen or looked at: what it would do, the ways to do it, and the word to do it.

import { $, el, icon, narrow, refill } from "../elements";
import { language, say, count, signed } from "../words";
import type { Choice } from "./choice";
import type { Offer } from "./frames";
import { letter, nameOf, paint, state } from "./state";
import { sourceName } from "./sources";
import { still } from "./flight";
import type { Picture } from "./picture";
import { preview } from "./preview";
import type { Preview } from "./preview";

const FEW = 8; // so many ways are listed; more are stepped through

export interface Word {
  confirm(): void;
  back(): void;
  turn(by: number): void;
  go(to: number): void;
  name(move: string): void;
}

export class Card {
  private timer = 0;
  private shown = "";

  constructor(
    private readonly picture: Picture,
    private readonly word: Word,
  ) {
    addEventListener("resize", () => this.place(this.anchor));
  }

  private anchor: string | null = null;
  private parts: readonly string[] = []; // what the card should not cover
  private due = ""; // what is to be revealed once more when all is said; later nobody is called back to it

  /** What is chosen: its words at once, what it brings a moment later. */
  choose(choice: Choice): void {
    clearTimeout(this.timer);
    const offer = choice.candidate;
    if (!choice.begun || !offer) {
      if (choice.begun) return this.some(choice.remaining, choice.parts.at(-1) ?? null, true, choice.glowing);
      return this.hide();
    }
    this.fill(offer, choice.ways, choice.at, true);
    this.parts = offer.parts;
    this.anchor = choice.parts.at(-1) ?? offer.parts.at(-1) ?? null;
    this.place(this.anchor);
    if (this.shown !== this.key(offer)) {
      this.due = this.key(offer);
      this.reveal();
    }
    this.foresee(offer, 100);
  }

  /** What is looked at; nothing is chosen yet. */
  peek(offers: Offer[], part: string | null): void {
    clearTimeout(this.timer);
    if (!offers.length) return this.hide();
    const only = offers.length === 1 ? offers[0] : undefined;
    if (!only) return this.some(offers, part, false);
    this.timer = window.setTimeout(() => {
      this.fill(only, [], 0, false);
      this.parts = part ? [part] : [];
      this.anchor = part;
      this.place(part);
      this.foresee(only, 0);
    }, 150);
  }

  /** Several offers are meant: how many, and the first of them. The card keeps off what decides between them. */
  private some(offers: Offer[], part: string | null, chosen: boolean, open: Iterable<string> = []): void {
    this.shown = "";
    void this.picture.ghost(null);
    const card = $("card");
    card.classList.toggle("peek", !chosen);
    const made = refill(card, ["some", state.number, language(), chosen, offers.map((offer) => offer.move)], () => [
      el("p", { class: "card-head" }, count("ways_n", offers.length)),
      chosen && offers.length <= FEW
        ? this.list(offers, -1, (way) => this.word.name(offers[way]?.move ?? ""))
        : el("ul", { class: "card-some" }, ...offers.slice(0, 4).map((offer) => el("li", {}, offer.text)), offers.length > 4 && el("li", {}, "…")),
      chosen && el("p", { class: "soft small" }, say("choose_on")),
      chosen && el("p", { class: "row" }, this.backButton()),
    ]);
    card.hidden = false;
    this.anchor = part;
    this.parts = part ? [part, ...open] : [];
    this.place(part);
    if (chosen && made) this.reveal();
  }

  hide(): void {
    clearTimeout(this.timer);
    this.shown = "";
    this.anchor = null;
    const card = $("card");
    if (card.hidden) return;
    const focused = card.contains(document.activeElement);
    card.hidden = true;
    card.dataset["key"] = "";
    card.replaceChildren();
    void this.picture.ghost(null);
    if (focused && !this.picture.focus()) $("prompt").focus();
  }

  private backButton(): HTMLElement {
    return el("button", { type: "button", id: "card-back", class: "quiet", onclick: () => this.word.back() }, say("back"), el("kbd", {}, "Esc"));
  }

  private fill(offer: Offer, ways: Offer[], at: number, chosen: boolean): void {
    const card = $("card");
    card.hidden = false;
    card.classList.toggle("peek", !chosen);
    const focus = card.contains(document.activeElement) ? document.activeElement?.id : "";
    const made = refill(card, [state.number, language(), offer.move, ways.map((way) => way.move), at, chosen, state.busy], () => [
      el("p", { class: "card-head", id: "card-head" }, offer.text),
      ways.length > 1 && ways.length <= FEW && this.list(ways, at, (way) => this.word.go(way)),
      ways.length > 1 && this.stepper(ways.length, at),
      el("div", { id: "card-lines", class: "card-lines" }),
      chosen &&
        el(
          "p",
          { class: "row card-word" },
          el(
            "button",
            { type: "button", id: "confirm", disabled: state.busy, onclick: () => this.word.confirm() },
            say("confirm"),
            el("kbd", {}, "↵"),
          ),
          this.backButton(),
        ),
    ]);
    if (made && focus) document.getElementById(focus)?.focus();
  }

  private list(ways: Offer[], at: number, take: (way: number) => void): HTMLElement {
    return el(
      "ul",
      { class: "card-ways" },
      ...ways.map((way, k) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", class: "way", id: `way-${k}`, "aria-pressed": String(k === at), "data-way": way.move, onclick: () => take(k) },
            way.text,
          ),
        ),
      ),
    );
  }

  private stepper(many: number, at: number): HTMLElement {
    const button = (by: number, name: "back" | "forth", key: "way_before" | "way_after"): HTMLElement =>
      el(
        "button",
        { type: "button", id: `step-${name}`, class: "quiet small", "aria-label": say(key), title: say(key), onclick: () => this.word.turn(by) },
        icon(name),
      );
    return el(
      "p",
      { class: "row stepper" },
      button(-1, "back", "way_before"),
      el("span", {}, say("way_of", { k: at + 1, n: many })),
      button(1, "forth", "way_after"),
      el("kbd", {}, "R"),
    );
  }

  private key(offer: Offer): string {
    return `${state.number} ${language()} ${offer.move}`;
  }

  private foresee(offer: Offer, wait: number): void {
    const key = this.key(offer);
    this.shown = key;
    this.timer = window.setTimeout(() => {
      void this.picture.ghost(offer.move);
      void preview(offer.move).then((found) => {
        if (this.shown !== key || !found) return;
        document.getElementById("card-lines")?.replaceChildren(...foreseen(found));
        this.place(this.anchor);
        if (this.due === key) this.reveal();
        this.due = "";
      });
    }, wait);
  }

  /** Beside its thing, where it covers least of what is chosen; on a telephone the style sheet puts it at the
   * bottom. */
  private place(part: string | null): void {
    const card = $("card");
    if (card.hidden) return;
    const picture = $("picture").getBoundingClientRect();
    const panel = $("panel").getBoundingClientRect();
    const right = panel.width ? Math.min(picture.right, panel.left) : picture.right;
    const { offsetWidth: width, offsetHeight: height } = card;
    const [least, most] = [picture.left + 4, Math.max(picture.left + 4, right - width - 4)];
    const [highest, lowest] = [picture.top + 4, Math.max(picture.top + 4, Math.min(picture.bottom, innerHeight) - height - 4)];
    const thing = part ? this.picture.find(part)?.getBoundingClientRect() : undefined;
    const chosen = this.rooms();
    const covered = ([x, y]: Spot): number =>
      chosen.reduce((sum, room) => sum + common(x, x + width, room.left, room.right) * common(y, y + height, room.top, room.bottom), 0);
    const spots = beside(thing, width, height).map(([x, y]): Spot => [within(x, least, most), within(y, highest, lowest)]);
    const [x, y] = spots.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best), spots[0] ?? [least, lowest]);
    card.style.setProperty("--x", `${x}px`);
    card.style.setProperty("--y", `${y}px`);
  }

  /** On a telephone: what is chosen is seen above the card, all of it where there is room. */
  private reveal(): void {
    const chosen = this.rooms();
    const last = this.anchor ? this.picture.find(this.anchor)?.getBoundingClientRect() : undefined;
    if (!last || !narrow.matches || $("card").hidden) return;
    const [top, bottom] = [Math.max(0, $("bar").getBoundingClientRect().bottom), $("card").getBoundingClientRect().top];
    let [high, low] = [Math.min(...chosen.map((room) => room.top)), Math.max(...chosen.map((room) => room.bottom))];
    if (low - high > bottom - top) [high, low] = [last.top, last.bottom];
    if (high < top || low > bottom) scrollBy({ top: (high + low - top - bottom) / 2, behavior: still() ? "auto" : "smooth" });
  }

  /** Where the chosen things are. */
  private rooms(): DOMRect[] {
    return this.parts.map((id) => this.picture.find(id)?.getBoundingClientRect()).filter((room) => room !== undefined);
  }

  /** What the card says, for those who hear it. */
  async words(offer: Offer): Promise<string> {
    const found = await preview(offer.move);
    if (!found) return offer.text;
    const points = gains(found).map(([seat, change]) => `${nameOf(seat)} ${signed(change)}`);
    return [offer.text, ...points, ...found.lines].join(". ");
  }
}

type Spot = readonly [number, number];

/** To the right of a thing, to its left, below or above it; without a thing in the corner. */
function beside(thing: DOMRect | undefined, width: number, height: number): Spot[] {
  if (!thing) return [[-Infinity, Infinity]];
  const [x, y] = [thing.left + thing.width / 2 - width / 2, thing.top + thing.height / 2 - height / 2];
  return [[thing.right + 14, y], [thing.left - width - 14, y], [x, thing.bottom + 14], [x, thing.top - height - 14]];
}

const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));
const common = (a: number, b: number, c: number, d: number): number => Math.max(0, Math.min(b, d) - Math.max(a, c));

/** Points by seat. */
function gains(found: Preview): [number, number][] {
  const made = new Map<number, number>();
  for (const row of found.points) made.set(row.seat, (made.get(row.seat) ?? 0) + row.change);
  return [...made].filter(([, change]) => change !== 0).sort(([one], [other]) => one - other);
}

function foreseen(found: Preview): Node[] {
  const points = gains(found).map(([seat, change]) =>
    el(
      "li",
      { class: paint(seat) },
      el("span", { class: "token", "aria-hidden": "true" }, letter(seat)),
      el("span", { class: "unseen" }, nameOf(seat)),
      el("strong", {}, signed(change)),
      el(
        "span",
        { class: "soft" },
        found.points
          .filter((row) => row.seat === seat && row.change)
          .map((row) => `${sourceName(row.source)} ${signed(row.change)}`)
          .join(", "),
      ),
    ),
  );
  return [
    ...(points.length ? [el("ul", { class: "gains" }, ...points)] : []),
    ...(found.lines.length ? [el("ul", { class: "outcome" }, ...found.lines.map((line) => el("li", {}, line)))] : []),
  ];
}
