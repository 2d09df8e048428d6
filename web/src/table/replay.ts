// The replay of a finished game, from any seat. The URL contains the ply, so that it can be linked.

import { $, el, icon, render } from "../elements";
import { levelName } from "../levels";
import { request } from "../server";
import type { History, PastPly } from "../wire";
import { language, say } from "../words";
import type { Key } from "../words";
import { beforePaint } from "./paint";
import type { Picture } from "./picture";
import { API, nameOf, over, seats, state, update } from "./state";
import type { Past } from "./state";

/** The name of a player, or the level of a bot that played from the beginning. */
function withLevel(seat: number): string {
  const who = seats()[seat];
  const bot = who?.program ? "program" : who?.stand_in ? null : who?.bot;
  return bot ? `${nameOf(seat)} (${levelName(bot)})` : nameOf(seat);
}

const SPEEDS = [0.5, 1, 2, 4];
const STEP = 1100; // milliseconds for a decision at speed 1
const KEYS = ["ArrowLeft", "ArrowRight", "Home", "End", " "];

export class Replay {
  plies: PastPly[] = [];
  note: (ply: number) => string = () => ""; // an additional note about a ply
  at: number | null = null; // the ply shown; null: no replay
  private seat = -1;
  private speed = 1;
  private sources: string[] = [];
  private loaded = ""; // the language of `plies`
  private timer = 0;
  private readonly next = new MessageChannel();

  constructor(
    private readonly picture: Picture,
    private readonly changed: () => void,
    private readonly started: () => void,
  ) {
    this.next.port1.onmessage = () => this.picture.draw();
    addEventListener("hashchange", () => this.fromLink());
    addEventListener("keydown", (event) => this.pressed(event), true); // before the picture, which uses arrow keys itself
    const log = $("log");
    const pick = (event: Event): void => {
      const line = (event.target as Element).closest<HTMLElement>("[data-number]");
      if (line && this.plies.length) this.goToEntry(Number(line.dataset["number"]));
    };
    log.addEventListener("click", pick);
    log.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !this.plies.length) return;
      event.preventDefault();
      pick(event);
    });
  }

  /** Load the decisions once the game is over, and go to the ply in the URL. */
  async load(): Promise<void> {
    if (!over() || this.loaded === language()) return;
    this.loaded = language();
    this.seat = this.seat < 0 ? (update()?.seat ?? -1) : this.seat;
    try {
      ({ plies: this.plies, sources: this.sources } = await request<History>(`${API}/history?lang=${language()}`));
      document.body.classList.add("replayable");
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

  /** The URL of the moment shown: its ply and the viewer's seat. */
  private get link(): string {
    return `#ply=${this.at ?? 0}&seat=${this.seat}`;
  }

  private fromLink(): void {
    const [, ply, seat] = /^#ply=(\d+)(?:&seat=(-?\d+))?$/.exec(location.hash) ?? [];
    if (ply === undefined || !over() || !this.plies.length) return;
    if (seat !== undefined && Number(seat) < seats().length) this.seat = Math.max(-1, Number(seat));
    if (location.hash !== this.link || this.at === null) this.go(Number(ply));
  }

  go(to: number): void {
    if (this.at === null) this.started();
    this.at = Math.max(0, Math.min(to, this.lastPly));
    this.draw();
  }

  /** Go to a ply as seen from a seat. */
  look(to: number, seat: number): void {
    this.seat = seat;
    this.go(to);
  }

  /** Go to the last decision of a log entry. Returns false for an undone one, which is not in the replay. */
  goToEntry(entry: number): boolean {
    const ply = this.plies.findLastIndex((row) => row.entry === entry);
    if (ply >= 0) this.go(ply);
    return ply >= 0;
  }

  /** End the replay. Returns false if there is none. */
  leave(): boolean {
    if (this.at === null) return false;
    this.stop();
    this.at = null;
    this.draw();
    return true;
  }

  private draw(): void {
    history.replaceState(null, "", this.at === null ? location.pathname : this.link);
    this.picture.past = this.at === null ? "" : `&ply=${this.at}&seat=${this.seat}`;
    state.past = this.moment();
    this.show();
    this.changed();
    this.next.port2.postMessage(null); // the picture takes longer than everything else: it has a task of its own
  }

  /** The state at this ply, for the page around the picture. */
  private moment(): Past | null {
    const row = this.at === null ? undefined : this.plies[this.at];
    if (!row) return null;
    const scores = row.totals.map((total, seat) => ({
      points: Object.fromEntries(this.sources.map((source, k) => [source, row.points[seat]?.[k] ?? 0])),
      total, rank: null, forecast: null,
    }));
    return { scores, seat: row.seat, entry: row.entry };
  }

  /** Keys that work everywhere on the page, except where they already mean something. */
  private pressed(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (this.at === null || !KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (target.closest("select, textarea, input:not([type=range])") || (event.key === " " && target.closest("button, a, summary"))) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === " ") this.toggleTimer();
    else this.go({ ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.lastPly }[event.key] ?? this.at);
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = 0;
  }

  private start(): void {
    this.stop();
    this.timer = window.setInterval(() => {
      if (this.at === null || this.at >= this.lastPly) this.stop();
      else if (!this.picture.fetching) this.go(this.at + 1); // a slow connection slows the replay
      this.show();
    }, STEP / this.speed);
  }

  private toggleTimer(): void {
    if (this.timer) this.stop();
    else {
      if (this.at === this.lastPly) this.go(0);
      this.start();
    }
    this.show();
  }

  private async copyLink(): Promise<void> {
    const done = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    $("replay-copied").textContent = done ? say("copied") : location.href;
  }

  show(): void {
    const box = $("replay");
    box.hidden = this.at === null || !this.plies.length;
    if (this.at === null || box.hidden) return;
    const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
    if (render(box, [this.plies.length, this.seat, language(), this.timer > 0, this.speed], () => this.controls()) && focus)
      document.getElementById(focus)?.focus();
    const slider = $<HTMLInputElement>("replay-at");
    slider.value = String(this.at);
    const row = this.plies[this.at];
    const words = this.at && row ? `${this.at}/${this.lastPly}: ${row.text}` : say("replay_start");
    slider.setAttribute("aria-valuetext", words);
    $("replay-words").textContent = words;
    $("replay-note").textContent = this.note(this.at);
    beforePaint("replay", () => {
      const told = document.getElementById("replay-told");
      const long = told && told.scrollHeight > told.clientHeight + 1;
      return () => void (told && (told.tabIndex = long ? 0 : -1)); // so that the keyboard can scroll it
    });
    $("replay-copied").textContent = "";
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
    const faster = el(
      "select",
      { id: "replay-speed", "aria-label": say("replay_speed"), onchange: () => {
        this.speed = Number(faster.value);
        if (this.timer) this.start();
        this.show();
      } },
      ...SPEEDS.map((speed) => el("option", { value: speed, selected: this.speed === speed }, `${speed}×`)),
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
        faster,
        chooser,
        button("link", "link", "replay_link", () => void this.copyLink()),
        button("leave", "close", "replay_leave", () => this.leave()),
      ),
      el("p", { id: "replay-told", class: "replay-told" }, el("span", { id: "replay-words", "aria-live": "polite" }), el("span", { id: "replay-note", "aria-live": "polite" }), el("span", { id: "replay-copied", class: "soft", role: "status" })),
    ];
  }
}
