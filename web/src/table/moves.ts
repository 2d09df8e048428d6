// The list of moves: every offer as a line, in groups. The lines of a folded group are not created yet, so hundreds stay
// fast.

import { $, el, render } from "../elements";
import type { Offer } from "../wire";
import { language, say, sayCount } from "../words";
import { seated, state, update } from "./state";

const FEW = 10; // up to this many lines, nothing is folded

export interface MoveHandlers {
  name(move: string): void;
  peek(offer: Offer | null): void;
}

export class Moves {
  constructor(handlers: MoveHandlers) {
    const box = $("moves");
    box.addEventListener("click", (event) => {
      const move = this.moveOf(event.target);
      if (move !== null) handlers.name(move);
    });
    const peek = (event: Event): void => handlers.peek(this.offer(this.moveOf(event.target)));
    box.addEventListener("pointerover", (event) => event.pointerType === "mouse" && peek(event));
    box.addEventListener("focusin", peek);
    for (const kind of ["pointerleave", "focusout"]) box.addEventListener(kind, () => handlers.peek(null));
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
    const changed = render(box, [state.number, language(), offers.length, seated(), update()?.status], () => this.groups(offers));
    if (changed && focused) (box.querySelector<HTMLElement>("button, summary") ?? $("prompt")).focus({ preventScroll: true });
    for (const button of box.querySelectorAll<HTMLElement>("[data-move]"))
      button.setAttribute("aria-pressed", String(button.dataset["move"] === chosen?.move));
  }

  private groups(offers: Offer[]): Node[] {
    this.folded.clear();
    if (!offers.length) return [el("p", { class: "soft" }, say(seated() ? "moves_none" : "moves_watch"))];
    return [...groupBy(offers, 0)].flatMap(([heading, members], k) => {
      const head = el("h3", {}, heading || say("moves_other"));
      if (offers.length <= FEW || members.length <= 4) return [head, this.list(members)];
      const subgroups = groupBy(members, 1);
      if (subgroups.size === 1) return [this.fold(`${k}`, heading || say("moves_other"), members)];
      return [head, ...[...subgroups].map(([name, rest], n) => this.fold(`${k}-${n}`, name || say("moves_other"), rest))];
    });
  }

  private fold(key: string, heading: string, offers: Offer[]): HTMLElement {
    this.folded.set(key, offers);
    return el(
      "details",
      { name: "moves", "data-fold": key },
      el("summary", {}, el("span", { class: "heading" }, heading), el("span", { class: "soft" }, sayCount("moves_n", offers.length))),
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

/** Group offers by their heading at a level. */
function groupBy(offers: Offer[], level: number): Map<string, Offer[]> {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) {
    const key = offer.group[level] ?? "";
    groups.set(key, [...(groups.get(key) ?? []), offer]);
  }
  return groups;
}
