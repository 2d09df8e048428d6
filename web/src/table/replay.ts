// The replay of a finished game, from any seat. The address names the ply, so that it can be linked.

import { $, el, icon, render } from "../elements";
import { levelName } from "../levels";
import { request } from "../server";
import type { History, PastPly } from "../wire";
import { language, say } from "../words";
import type { Key } from "../words";
import type { Picture } from "./picture";
import { API, nameOf, over, seats, update } from "./state";

/** The name of a player, with the level of a bot. */
function withLevel(seat: number): string {
  const bot = seats()[seat]?.bot;
  return bot ? `${nameOf(seat)} (${levelName(bot)})` : nameOf(seat);
}

export class Replay {
  plies: PastPly[] = [];
  at: number | null = null; // the ply that is shown; null: no replay
  private seat = -1;
  private loaded = ""; // the language of `plies`
  private timer = 0;

  constructor(
    private readonly picture: Picture,
    private readonly changed: () => void,
    private readonly started: () => void,
  ) {
    addEventListener("hashchange", () => this.fromLink());
  }

  /** Load the decisions once the game is over, and go to the ply in the address. */
  async load(): Promise<void> {
    if (!over() || this.loaded === language()) return;
    this.loaded = language();
    this.seat = this.seat < 0 ? (update()?.seat ?? -1) : this.seat;
    try {
      this.plies = (await request<History>(`${API}/history?lang=${language()}`)).plies;
      this.changed();
      this.fromLink();
      this.show();
    } catch {
      this.loaded = "";
    }
  }

  private get lastPly(): number {
    return Math.max(0, this.plies.length - 1);
  }

  private fromLink(): void {
    const found = /^#ply=(\d+)$/.exec(location.hash);
    if (found && over() && Number(found[1]) !== this.at) this.go(Number(found[1]));
  }

  go(to: number): void {
    if (this.at === null) this.started();
    this.at = Math.max(0, Math.min(to, this.lastPly));
    history.replaceState(null, "", `#ply=${this.at}`);
    this.draw();
  }

  /** End the replay. Returns false if there is none. */
  leave(): boolean {
    if (this.at === null) return false;
    this.stop();
    this.at = null;
    history.replaceState(null, "", location.pathname);
    this.draw();
    return true;
  }

  private draw(): void {
    this.picture.past = this.at === null ? "" : `&ply=${this.at}&seat=${this.seat}`;
    this.picture.draw();
    this.show();
    this.changed();
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = 0;
  }

  private toggleTimer(): void {
    if (this.timer) this.stop();
    else {
      if (this.at === this.lastPly) this.go(0);
      this.timer = window.setInterval(() => {
        if (this.at === null || this.at >= this.lastPly) this.stop();
        else this.go(this.at + 1);
        this.show();
      }, 1100);
    }
    this.show();
  }

  show(): void {
    const box = $("replay");
    box.hidden = this.at === null || !this.plies.length;
    if (this.at === null || box.hidden) return;
    const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
    if (render(box, [this.plies.length, this.seat, language(), this.timer > 0], () => this.controls()) && focus)
      document.getElementById(focus)?.focus();
    const slider = $<HTMLInputElement>("replay-at");
    slider.value = String(this.at);
    const row = this.plies[this.at];
    const words = this.at && row ? `${this.at}/${this.lastPly}: ${row.text}` : say("replay_start");
    slider.setAttribute("aria-valuetext", words);
    $("replay-words").textContent = words;
  }

  private controls(): Node[] {
    const button = (id: string, name: string, key: Key, work: () => void): HTMLElement =>
      el("button", { type: "button", id: `replay-${id}`, class: "quiet", "aria-label": say(key), title: say(key), onclick: work }, icon(name));
    const slider = el("input", {
      type: "range", id: "replay-at", min: 0, max: this.lastPly, step: 1, "aria-label": say("replay_at"),
      oninput: () => this.go(Number(slider.value)),
    });
    const chooser = el(
      "select",
      { id: "replay-seat", "aria-label": say("replay_seat"), onchange: () => {
        this.seat = Number(chooser.value);
        this.draw();
      } },
      ...[-1, ...seats().keys()].map((k) =>
        el("option", { value: k, selected: this.seat === k }, `${say("replay_seat")}: ${k < 0 ? say("replay_nobody") : withLevel(k)}`),
      ),
    );
    return [
      el(
        "div",
        { class: "row replay-row" },
        button("first", "first", "replay_first", () => this.go(0)),
        button("back", "back", "replay_back", () => this.go((this.at ?? 1) - 1)),
        button("run", this.timer ? "pause" : "play", this.timer ? "replay_stop" : "replay_run", () => this.toggleTimer()),
        button("forth", "forth", "replay_forth", () => this.go((this.at ?? 0) + 1)),
        button("last", "last", "replay_last", () => this.go(this.lastPly)),
        slider,
        chooser,
        button("leave", "close", "replay_leave", () => this.leave()),
      ),
      el("p", { id: "replay-words", "aria-live": "polite" }),
    ];
  }
}
