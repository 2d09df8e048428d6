// The choice in the dock: what the move would do, the alternatives, and the button to confirm it.

import { $, el, icon, render } from "../elements";
import type { Offer, Preview } from "../wire";
import { language, say, sayCount, signed } from "../words";
import type { Choice } from "./choice";
import type { Picture } from "./picture";
import { shared } from "./phrasing";
import { preview } from "./preview";
import { fitSigns, priceLists, priceWords } from "./prices";
import { colourClass, letter, nameOf, state } from "./state";
import { sourceName } from "./title";
import { scrollPicture, seen } from "./window";

const FEW = 8; // list up to this many alternatives; for more, show only the stepper

export interface CardHandlers {
  confirm(): void;
  back(): void;
  step(by: number): void;
  show(way: number): void; // the pointer is on an alternative
  name(move: string): void;
  info(): void; // explain the chosen part
}

export class Card {
  private timer = 0;
  private shown = "";

  constructor(
    private readonly picture: Picture,
    private readonly handlers: CardHandlers,
  ) {}

  private chosen: readonly string[] = []; // the chosen parts
  private unrevealed = ""; // scroll to this choice again when its preview arrives, but not later

  /** Show the choice. Its preview follows a moment later. */
  choose(choice: Choice): void {
    clearTimeout(this.timer);
    const offer = choice.candidate;
    if (!choice.started || !offer) {
      this.chosen = choice.parts;
      if (choice.started) return this.showSeveral(choice.remaining, true);
      return this.hide();
    }
    this.chosen = choice.parts.length ? choice.parts : offer.parts;
    this.showOffer(offer, choice.alternatives, choice.index, true, choice.decided);
    if (this.shown !== this.key(offer)) {
      this.unrevealed = this.key(offer);
      this.reveal();
    }
    this.showPreview(offer, 100);
  }

  /** Show the part under the pointer or focus; nothing is chosen yet. */
  peek(offers: Offer[]): void {
    clearTimeout(this.timer);
    if (!offers.length) return this.hide();
    const only = offers.length === 1 ? offers[0] : undefined;
    if (!only) return this.showSeveral(offers, false);
    this.timer = window.setTimeout(() => {
      this.showOffer(only, [], 0, false, false);
      this.showPreview(only, 0);
    }, 150);
  }

  /** Several offers remain: show how many, and the first of them. */
  private showSeveral(offers: Offer[], chosen: boolean): void {
    this.shown = "";
    void this.picture.ghost(null);
    const card = $("card");
    card.classList.toggle("peek", !chosen);
    card.removeAttribute("aria-busy");
    const changed = render(card, ["several", state.number, language(), chosen, offers.map((offer) => offer.move)], () => [
      el("p", { class: "card-head" }, chosen && offers.length <= FEW ? shared(offers).join(" … ") : sayCount("possible_n", offers.length)),
      chosen && offers.length <= FEW
        ? this.list(offers, -1)
        : el("ul", { class: "card-some" }, ...offers.slice(0, 4).map((offer) => el("li", {}, offer.text)), offers.length > 4 && el("li", {}, "…")),
      chosen && el("div", { id: "card-lines", class: "card-lines" }),
      chosen && el("p", { class: "soft small choose-on" }, say("choose_on")),
      chosen && el("p", { class: "row card-word" }, ...this.buttons()),
    ]);
    card.hidden = false;
    if (chosen && changed) this.reveal();
  }

  hide(): void {
    clearTimeout(this.timer);
    this.shown = "";
    const card = $("card");
    if (card.hidden) return;
    const focused = card.contains(document.activeElement);
    card.hidden = true;
    card.removeAttribute("aria-busy");
    card.dataset["key"] = "";
    card.replaceChildren();
    void this.picture.ghost(null);
    if (focused && !this.picture.focus()) $("prompt").focus();
  }

  /** The back button; on a phone, also a button for the info card, which is not shown beside the choice. */
  private buttons(): HTMLElement[] {
    const about = el("button", { type: "button", id: "card-info", class: "quiet", onclick: () => this.handlers.info() }, say("info"));
    return this.chosen.length ? [this.backButton(), about] : [this.backButton()];
  }

  private backButton(): HTMLElement {
    return el("button", { type: "button", id: "card-back", class: "quiet", onclick: () => this.handlers.back() }, say("back"), el("kbd", {}, "Esc"));
  }

  /** The server says that the chosen move cannot be undone: let the player confirm it. */
  askFirst(): void {
    const card = $("card");
    card.setAttribute("aria-busy", "false");
    for (const row of card.querySelectorAll<HTMLElement>(".card-word")) row.hidden = false;
  }

  /** Show an offer. If nothing else can be chosen, hold back the buttons until they are clearly needed. */
  private showOffer(offer: Offer, ways: Offer[], at: number, chosen: boolean, decided: boolean): void {
    const card = $("card");
    card.hidden = false;
    card.classList.toggle("peek", !chosen);
    const focus = card.contains(document.activeElement) ? document.activeElement?.id : "";
    const few = ways.length > 1 && ways.length <= FEW;
    const changed = render(card, [state.number, language(), offer.move, ways.map((way) => way.move), at, chosen, state.busy], () => [
      el("p", { class: "card-head", id: "card-head" }, few ? shared(ways).join(" … ") : offer.text),
      few && this.list(ways, at),
      ways.length > FEW && this.stepper(ways.length, at),
      el("div", { id: "card-lines", class: "card-lines" }),
      chosen &&
        el(
          "p",
          { class: "row card-word", hidden: decided },
          !few && el(
            "button",
            { type: "button", id: "confirm", disabled: state.busy, onclick: () => this.handlers.confirm() },
            say("confirm"),
            el("kbd", {}, "↵"),
          ),
          ...this.buttons(),
        ),
    ]);
    if (changed) card.setAttribute("aria-busy", String(decided));
    if (changed && focus) document.getElementById(focus)?.focus();
  }

  /** A few alternatives: click one to take it, point at it to preview it. */
  private list(ways: Offer[], at: number): HTMLElement {
    const [before, after] = shared(ways);
    const show = (way: Offer, k: number): void => {
      if (at >= 0) return this.handlers.show(k);
      clearTimeout(this.timer);
      this.showPreview(way, 100);
    };
    return el(
      "ul",
      { class: "card-ways" },
      ...ways.map((way, k) =>
        el(
          "li",
          {},
          el(
            "button",
            {
              type: "button", class: "way", id: `way-${k}`, "aria-pressed": String(k === at), "data-way": way.move,
              onclick: () => this.handlers.name(way.move), onpointerenter: () => show(way, k), onfocus: () => show(way, k),
            },
            el("span", { class: "unseen" }, before),
            ` ${way.text.slice(before.length, way.text.length - after.length).trim()} `,
            el("span", { class: "unseen" }, after),
          ),
        ),
      ),
    );
  }

  private stepper(count: number, at: number): HTMLElement {
    const button = (by: number, name: "back" | "forth", key: "alternative_before" | "alternative_after"): HTMLElement =>
      el(
        "button",
        { type: "button", id: `step-${name}`, class: "quiet small", "aria-label": say(key), title: say(key), onclick: () => this.handlers.step(by) },
        icon(name),
      );
    return el(
      "p",
      { class: "row stepper" },
      button(-1, "back", "alternative_before"),
      el("span", {}, say("alternative_of", { k: at + 1, n: count })),
      button(1, "forth", "alternative_after"),
      el("kbd", {}, "R"),
    );
  }

  private key(offer: Offer): string {
    return `${state.number} ${language()} ${offer.move}`;
  }

  private showPreview(offer: Offer, wait: number): void {
    const key = this.key(offer);
    this.shown = key;
    this.timer = window.setTimeout(() => {
      void this.picture.ghost(offer.move);
      void preview(offer.move).then((found) => {
        if (this.shown !== key) return;
        if (!state.busy && found?.asks !== false) this.askFirst();
        if (!found) return;
        const lines = document.getElementById("card-lines");
        lines?.replaceChildren(...previewLines(found));
        if (lines) fitSigns(lines);
        if (this.unrevealed === key) this.reveal();
        this.unrevealed = "";
      });
    }, wait);
  }

  /** Scroll so that the chosen parts, or at least the last one, are visible. */
  private reveal(): void {
    const window = $("card").hidden ? null : seen();
    if (!window) return;
    const [top, bottom] = window;
    const boxes = this.chosen.map((id) => this.picture.find(id)?.getBoundingClientRect()).filter((box) => box !== undefined);
    const last = boxes.at(-1);
    if (!last) return;
    let [high, low] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    if (low - high > bottom - top) [high, low] = [last.top, last.bottom];
    if (high < top || low > bottom) scrollPicture((high + low - top - bottom) / 2);
  }

  /** The text of the card, for screen readers. */
  async words(offer: Offer): Promise<string> {
    const found = await preview(offer.move);
    if (!found) return offer.text;
    const points = gains(found).map(([seat, change]) => `${nameOf(seat)} ${signed(change)}`);
    return [offer.text, ...priceWords(found.prices), ...points, ...found.lines].join(". ");
  }
}

/** The change of points, by seat. */
function gains(found: Preview): [number, number][] {
  const changes = new Map<number, number>();
  for (const row of found.points) changes.set(row.seat, (changes.get(row.seat) ?? 0) + row.change);
  return [...changes].filter(([, change]) => change !== 0).sort(([one], [other]) => one - other);
}

function previewLines(found: Preview): Node[] {
  const points = gains(found).map(([seat, change]) =>
    el(
      "li",
      { class: colourClass(seat) },
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
  const prices = priceLists(found.prices);
  return [
    ...(prices.length ? [el("div", { class: "card-prices" }, ...prices)] : []),
    ...(points.length ? [el("ul", { class: "gains" }, ...points)] : []),
    ...(found.lines.length ? [el("ul", { class: "outcome" }, ...found.lines.map((line) => el("li", {}, line)))] : []),
  ];
}
