// "Suggest a move": the best moves with the chance to win, for a single player against bots, and in lessons.

import { $, el, icon, render } from "../elements";
import { errorText, request } from "../server";
import type { Offer, Suggestion, Suggestions } from "../wire";
import { language, say, sayCount, sayOr } from "../words";
import { letThink } from "./able";
import { speak } from "./log";
import { lookAt } from "./look";
import { byKey } from "./picture";
import { API, inLesson, practice, state, update } from "./state";
import { percent } from "./chart";

export interface SuggestionHandlers {
  name(move: string): void;
  peek(offer: Offer | null): void;
  trouble(text: string): void;
  arrived(): void;
}

export class Suggest {
  private moves: Suggestion[] = [];
  private position = ""; // the position of these moves
  private thinking = "";

  constructor(private readonly handlers: SuggestionHandlers) {
    const box = $("suggestions");
    const point = (event: Event): void => this.point((event.target as Element).closest<HTMLElement>("[data-move]")?.dataset["move"] ?? null);
    box.addEventListener("pointerover", (event) => event.pointerType === "mouse" && point(event));
    box.addEventListener("focusin", point);
    for (const kind of ["pointerleave", "focusout"]) box.addEventListener(kind, () => this.point(null));
  }

  /** Whether the player may ask now. */
  get possible(): boolean {
    const frame = update();
    return Boolean(frame?.offers.length) && (inLesson || (practice() && !frame?.rated));
  }

  get busy(): boolean {
    return this.thinking === this.now;
  }

  private get now(): string {
    return `${state.number} ${language()} ${state.place} ${update()?.offers.map((offer) => offer.move).join()}`;
  }

  /** Ask by key, like the button. */
  press(): void {
    const button = document.getElementById("suggest");
    button?.focus({ preventScroll: true });
    button?.click();
  }

  async ask(shown: () => void): Promise<void> {
    const now = this.now;
    if (!this.possible || this.busy || state.busy) return;
    this.handlers.trouble("");
    this.thinking = now;
    shown();
    speak(say("suggest_wait"));
    try {
      await letThink(true);
      const { moves } = await request<Suggestions>(`${API}/hint?lang=${language()}${state.place}`);
      if (now !== this.now) return; // the player has moved since
      [this.moves, this.position] = [moves, now];
      this.handlers.arrived();
    } catch (error) {
      if (now === this.now) this.handlers.trouble(errorText(error));
    } finally {
      this.thinking = "";
      this.show();
      shown();
    }
    const first = $("suggestions").querySelector<HTMLElement>("[data-move]");
    if (!first || now !== this.now) return;
    const focused = byKey && document.activeElement === $("suggest");
    lookAt(this.moves.flatMap((move) => move.parts));
    speak(`${say("suggestions")}: ${this.moves.map((move) => `${move.text}, ${this.worth(move)}`).join("; ")}`);
    if (focused) first.focus({ preventScroll: true });
  }

  show(): void {
    const box = $("suggestions");
    const gone = this.moves.length > 0 && (this.position !== this.now || !this.possible);
    if (gone) {
      this.moves = [];
      lookAt([]);
    }
    box.hidden = !this.moves.length;
    render(box, this.moves, () => (this.moves.length ? this.list() : []));
  }

  /** Remove the suggestions. Returns false if there are none. */
  dismiss(): boolean {
    if (!this.moves.length) return false;
    const focused = $("suggestions").contains(document.activeElement);
    this.moves = [];
    lookAt([]);
    this.show();
    if (focused) document.getElementById("suggest")?.focus({ preventScroll: true });
    return true;
  }

  private point(move: string | null): void {
    if (!this.moves.length) return;
    const pointed = this.moves.find((one) => one.move === move);
    lookAt((pointed ? [pointed] : this.moves).flatMap((one) => one.parts));
    this.handlers.peek(update()?.offers.find((offer) => offer.move === move) ?? null);
  }

  /** What a move is expected to bring, in words. */
  private worth(move: Suggestion): string {
    const chance = say("suggest_chance", { chance: percent(move.chance) });
    const means = sayOr(`suggest_${move.means}`, "");
    return [chance, means, move.points ? sayCount("suggest_points", move.points, { n: move.points }) : ""].filter(Boolean).join(" · ");
  }

  private list(): Node[] {
    return [
      el(
        "p",
        { class: "suggest-head" },
        el("strong", {}, say("suggestions")),
        el("button", { type: "button", id: "suggest-away", class: "quiet small", "aria-label": say("suggest_away"), title: say("suggest_away"), onclick: () => void this.dismiss() }, icon("close")),
      ),
      el(
        "ol",
        { class: "suggest-moves" },
        ...this.moves.map((move) =>
          el(
            "li",
            {},
            el(
              "button",
              { type: "button", class: "move", "data-move": move.move, onclick: () => this.handlers.name(move.move) },
              el("span", { class: "suggest-text" }, move.text),
              el("span", { class: "suggest-worth" }, this.worth(move)),
            ),
          ),
        ),
      ),
    ];
  }
}
