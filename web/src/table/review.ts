// The review of a finished game: everyone's chance to win, the biggest swings, and the decisions that cost most.

import { $, el, render } from "../elements";
import { errorText, request } from "../server";
import type { CostlyDecision, GameReview, ReviewSwing } from "../wire";
import { capitalize, language, say, sayOr } from "../words";
import { ChanceChart, percent } from "./chart";
import { speak } from "./log";
import type { Panel } from "./panel";
import type { Replay } from "./replay";
import { ending } from "./result";
import { API, colourClass, letter, nameOf, over, seats, update } from "./state";

const AGAIN = 1000; // milliseconds between polls for a running review

export class ReviewBox {
  private found: GameReview | null = null;
  private loaded = ""; // the language of `found`
  private trouble = "";
  private timer = 0;
  private chart: ChanceChart | null = null;

  constructor(
    private readonly replay: Replay,
    private readonly panel: Panel,
  ) {
    replay.note = (ply) => this.note(ply);
  }

  /** The panel was opened, or the language has changed. */
  opened(): void {
    if (over() && this.loaded !== language()) void this.load();
  }

  /** Show the review; request one if there is none yet. */
  start(): void {
    this.panel.open("review");
    void this.begin();
  }

  private async begin(): Promise<void> {
    await this.load(this.found === null || ["none", "failed"].includes(this.found.status));
  }

  private async load(ask = false): Promise<void> {
    clearTimeout(this.timer);
    const lang = language();
    this.loaded = lang;
    const before = this.found?.status;
    try {
      const path = `${API}/review?lang=${lang}`;
      let found = await request<GameReview>(path);
      if (ask && found.mine && ["none", "failed"].includes(found.status)) found = await request<GameReview>(path, {});
      if (lang !== language()) return;
      [this.found, this.trouble] = [found, ""];
      if (found.status === "done" && before === "running") speak(say("review_done"));
    } catch (error) {
      this.trouble = errorText(error);
      this.loaded = "";
    }
    if (this.found?.status === "running" && this.panel.is("review")) this.timer = window.setTimeout(() => void this.load(), AGAIN);
    else if (this.found?.status === "running") this.loaded = ""; // look for it again when the panel is opened
    this.show();
  }

  show(): void {
    $("tool-review").hidden = !over();
    if (!over()) return;
    const box = $("review");
    const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
    const changed = render(box, [this.found, this.trouble, language(), seats(), this.replay.plies.length], () => this.content());
    if (changed && focus) (document.getElementById(focus) ?? document.getElementById("panel-title"))?.focus({ preventScroll: true });
    this.chart?.mark(this.replay.at);
    for (const line of box.querySelectorAll<HTMLElement>("[data-ply]"))
      line.setAttribute("aria-current", String(this.replay.at === Number(line.dataset["ply"])));
  }

  private content(): (Node | null)[] {
    this.chart = null;
    const { found, trouble } = this;
    const problem = trouble ? el("p", { role: "alert" }, trouble) : null;
    if (!found) return [problem ?? el("p", { class: "soft" }, say("review_wait"))];
    const ready = this.replay.plies.length > 0; // its lines link to the replay
    if (found.status === "done") return ready ? [problem, ...this.review(found)] : [problem ?? el("p", { class: "soft" }, say("review_wait"))];
    if (found.status === "running")
      return [
        problem,
        el("p", { id: "review-progress-words" }, found.decisions ? say("review_progress", { n: found.judged, all: found.decisions }) : say("review_wait")),
        el("progress", { class: "review-progress", max: Math.max(1, found.decisions), value: found.judged, "aria-labelledby": "review-progress-words" }),
        el("p", { class: "soft" }, say("review_later")),
      ];
    return [
      problem,
      el("p", {}, say(found.status === "failed" ? "review_failed" : "review_about")),
      found.mine
        ? el("p", {}, el("button", { type: "button", id: "review-ask", onclick: () => void this.begin() }, say("review_ask")))
        : el("p", { class: "soft" }, say("review_others")),
    ];
  }

  private review(found: GameReview): Node[] {
    const last = Math.max(1, this.replay.plies.length - 1);
    this.chart = new ChanceChart(found.seats.map((seat) => seat.curve), last, (ply) => this.replay.go(ply));
    return [
      ...(update()?.ended ? [el("p", { id: "review-ended" }, ending())] : []),
      this.chart.figure,
      el("h3", {}, say("review_swings")),
      found.swings.length
        ? el("ul", { class: "review-list" }, ...found.swings.map((swing, k) => el("li", {}, this.swing(swing, k))))
        : el("p", { class: "soft" }, say("review_no_swings")),
      ...found.seats.flatMap((seat, k) => [
        el("h3", { class: "review-seat" }, el("span", { class: `token ${colourClass(k)}`, "aria-hidden": "true" }, letter(k)), say("review_costly", { name: nameOf(k) })),
        seat.costly.length
          ? el("ol", { class: "review-list" }, ...seat.costly.map((costly) => el("li", {}, this.costly(costly))))
          : el("p", { class: "soft" }, say("review_no_costly")),
      ]),
      el("p", { class: "soft" }, say("review_knowledge")),
    ];
  }

  private line(id: string, ply: number, seat: number, ...words: Node[]): HTMLElement {
    return el("button", { type: "button", id, class: "move review-line", "data-ply": ply, onclick: () => this.replay.look(ply, seat) }, ...words);
  }

  private swing(swing: ReviewSwing, k: number): HTMLElement {
    const words = say(swing.own ? "review_swing_own" : "review_swing_others", { name: nameOf(swing.seat), before: percent(swing.before), after: percent(swing.after) });
    const when = swing.until > swing.since + 1 ? say("review_plies", { first: swing.since + 1, last: swing.until }) : say("review_ply", { n: swing.since + 1 });
    return this.line(`review-swing-${k}`, swing.own ? swing.since : swing.until, swing.seat, el("span", { class: "review-when" }, when), el("span", {}, words));
  }

  private costly(costly: CostlyDecision): HTMLElement {
    const kind = sayOr(`review_${costly.kind}`, costly.kind);
    return this.line(
      `review-costly-${costly.ply}`, costly.ply, costly.seat,
      el("span", { class: "review-when" }, `${say("review_ply", { n: costly.ply + 1 })} · ${kind}, `, el("strong", {}, `−${percent(costly.cost)}`)),
      el("span", {}, `${say("review_played")} ${costly.played.text} (${percent(costly.played.chance)})`),
      el("span", { class: "review-better" }, `${say("review_better")} ${costly.better.text} (${percent(costly.better.chance)})`),
    );
  }

  /** The replay's note on a costly decision. */
  private note(ply: number): string {
    const costly = this.found?.seats.flatMap((seat) => seat.costly).find((one) => one.ply === ply);
    if (!costly) return "";
    const values = { name: nameOf(costly.seat), played: costly.played.text, better: costly.better.text, cost: percent(costly.cost), kind: sayOr(`review_${costly.kind}`, "") };
    return capitalize(say("review_note", values));
  }
}

