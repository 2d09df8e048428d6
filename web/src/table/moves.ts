// Every offered move as a line with its own words, in groups. Hundreds stay fast: what is folded is not made.

import { $, el, refill } from "../elements";
import { count, language, say } from "../words";
import type { Offer } from "./frames";
import { seated, state, update } from "./state";

const FEW = 10; // so many lines are shown without folding

export interface Taking {
  name(move: string): void;
  peek(offer: Offer | null): void;
}

export class Moves {
  constructor(taking: Taking) {
    const box = $("moves");
    box.addEventListener("click", (event) => {
      const move = this.moveOf(event.target);
      if (move !== null) taking.name(move);
    });
    const look = (event: Event): void => taking.peek(this.offer(this.moveOf(event.target)));
    box.addEventListener("pointerover", (event) => event.pointerType === "mouse" && look(event));
    box.addEventListener("focusin", look);
    for (const kind of ["pointerleave", "focusout"]) box.addEventListener(kind, () => taking.peek(null));
    box.addEventListener("toggle", (event) => this.unfold(event.target as HTMLDetailsElement), true);
  }

  private moveOf(target: EventTarget | null): string | null {
    return (target as Element | null)?.closest?.("[data-move]")?.getAttribute("data-move") ?? null;
  }

  private offer(move: string | null): Offer | null {
    return update()?.offers.find((offer) => offer.move === move) ?? null;
  }

  private folded = new Map<string, Offer[]>();

  show(chosen: Offer | null): void {
    const offers = update()?.offers ?? [];
    const box = $("moves");
    const focused = box.contains(document.activeElement);
    const made = refill(box, [state.number, language(), offers.length, seated(), update()?.status], () => this.make(offers));
    if (made && focused) (box.querySelector<HTMLElement>("button, summary") ?? $("prompt")).focus({ preventScroll: true });
    for (const button of box.querySelectorAll<HTMLElement>("[data-move]"))
      button.setAttribute("aria-pressed", String(button.dataset["move"] === chosen?.move));
  }

  private make(offers: Offer[]): Node[] {
    this.folded.clear();
    if (!offers.length) return [el("p", { class: "soft" }, say(seated() ? "moves_none" : "moves_watch"))];
    const groups = by(offers, 0);
    return [...groups].flatMap(([heading, some], k) => {
      const head = el("h3", {}, heading || say("moves_other"));
      if (offers.length <= FEW || some.length <= 4) return [head, this.list(some)];
      const parts = by(some, 1);
      if (parts.size === 1) return [this.fold(`${k}`, heading || say("moves_other"), some)];
      return [head, ...[...parts].map(([name, rest], n) => this.fold(`${k}-${n}`, name || say("moves_other"), rest))];
    });
  }

  private fold(key: string, heading: string, offers: Offer[]): HTMLElement {
    this.folded.set(key, offers);
    return el(
      "details",
      { name: "moves", "data-fold": key },
      el("summary", {}, el("span", { class: "place" }, heading), el("span", { class: "soft" }, count("ways_short", offers.length))),
    );
  }

  private unfold(details: HTMLDetailsElement): void {
    const key = details.dataset["fold"];
    if (!details.open || key === undefined || details.childElementCount > 1) return;
    details.append(this.list(this.folded.get(key) ?? []));
  }

  private list(offers: Offer[]): HTMLElement {
    return el(
      "ul",
      { class: "offers" },
      ...offers.map((offer) =>
        el("li", {}, el("button", { type: "button", class: "move", "data-move": offer.move, "aria-pressed": "false" }, offer.text)),
      ),
    );
  }
}

function by(offers: Offer[], level: number): Map<string, Offer[]> {
  const made = new Map<string, Offer[]>();
  for (const offer of offers) {
    const key = offer.group[level] ?? "";
    made.set(key, [...(made.get(key) ?? []), offer]);
  }
  return made;
}
