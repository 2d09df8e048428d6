// The result: points by source, a chart of the game, and the check of the shuffle.

import { $, el, render } from "../elements";
import { levelName } from "../levels";
import { request } from "../server";
import { load, loadJson, save } from "../storage";
import { canVerify, matchesCommitment } from "../verify";
import type { GameFile } from "../verify";
import type { Person, Score, Update } from "../wire";
import { language, say, sayCount } from "../words";
import type { Key } from "../words";
import { chart } from "./chart";
import { rematchBox } from "./rematch";
import type { Replay } from "./replay";
import { API, TABLE, colourClass, hasGivenUp, nameOf, over, scores, seated, seats, shownScores, state, sum, total, update } from "./state";
import { sourceName, titleId } from "./title";

type Verdict = "wait" | "good" | "mine" | "bad" | "cannot";
let verdict: Verdict | null = null;

/** A sentence that says who won. */
export function ending(): string {
  const how = update()?.ended ?? "";
  const over = [say("game_over"), howEnded(how, seats().flatMap((seat, k) => (seat.conceded ? [nameOf(k)] : [])))].join(" ").trim();
  const isOut = (k: number): boolean => hasGivenUp(seats()[k]) && !seats()[k]?.stand_in; // the last player to give up has not won
  const winners = how === "agreement" ? [] : scores().flatMap((seat, k) => (seat.rank === 1 && !isOut(k) ? [k] : []));
  const [only] = winners;
  if (winners.length > 1) return `${how ? `${over} ` : ""}${say("winners", { names: winners.map(nameOf).join(", ") })}`;
  if (only === undefined) return over;
  const key = seats()[only]?.stand_in ? "stand_in_won" : only === update()?.seat ? "winner_you" : "winner";
  return `${over} ${sayCount(key, total(only) ?? 0, { name: nameOf(only) })}`;
}

/** A sentence that says how a game ended early; empty if it was played to its end. */
export function howEnded(how: Update["ended"], conceded: string[]): string {
  if (how === "conceded") return conceded.length ? say("ended_conceded", { names: conceded.join(", ") }) : say("ended_alone");
  return how ? say(how === "scores" ? "ended_scores" : "ended") : "";
}

/** Store the first commitment that this browser has seen, and its options, to check the shuffle against them. */
export function rememberCommitment(): void {
  const frame = state.frame;
  if (!frame) return;
  if (!load(`promise-${TABLE}`)) save(`promise-${TABLE}`, frame.commitment);
  if (frame.type === "waiting" && frame.commitment === load(`promise-${TABLE}`)) save(`promised-${TABLE}`, JSON.stringify(frame.options));
}

/** A column of the table of points. */
type Column = Pick<Score, "points" | "total" | "rank"> & Partial<Score>;

/** A table of points: one row per source, one column per seat, and the ranks once the game is over. */
export function pointsTable(heads: HTMLElement[], columns: Column[], sourceName: (source: string) => string, ended: boolean, title: Key = "score"): HTMLElement {
  const row = (head: string, cells: (number | null | undefined)[], kind = ""): HTMLElement =>
    el(
      "tr",
      { class: kind },
      el("th", { scope: "row" }, head),
      ...cells.map((cell, k) => el("td", { class: columns[k]?.rank === 1 ? "best" : "" }, String(cell ?? "–"))),
    );
  return el(
    "table",
    {},
    el("caption", { class: title === "score" ? "unseen" : "" }, say(title)),
    el("thead", {}, el("tr", {}, el("td", {}), ...heads)),
    el(
      "tbody",
      {},
      ...Object.keys(columns[0]?.points ?? {}).map((source) => row(sourceName(source), columns.map((seat) => seat.points[source]))),
      row(say("total"), columns.map((seat) => seat.total), "total"),
      ended ? row(say("rank"), columns.map((seat) => seat.rank)) : null,
    ),
  );
}

/** The head of a column: the name of a player, and the level of a bot. */
export function playerHead(name: string, bot: string | null, seat: Pick<Person, "forfeited" | "conceded" | "stand_in">, colour = ""): HTMLElement {
  const note = seat.conceded ? say("conceded") : seat.forfeited ? say("forfeited") : seat.stand_in ? say("history_lost") : bot && levelName(bot);
  return el("th", { scope: "col", class: colour, title: note ? `${name} (${note})` : name }, name, note ? el("span", { class: "head-level" }, note) : null);
}

const heads = (): HTMLElement[] => seats().map((seat, k) => playerHead(nameOf(k), seat.program ? "program" : seat.bot, seat, colourClass(k)));

/** The points so far, or at the end. */
const scoreTable = (all: Score[]): HTMLElement => pointsTable(heads(), all, sourceName, over() && update()?.ended !== "agreement" && all === scores());

/** The points by source if the game ended now, in titles that score at the end. */
function forecastTable(): HTMLElement | null {
  const columns = scores().flatMap(({ forecast }) => (forecast ? [{ points: forecast, total: sum(forecast), rank: null }] : []));
  return over() || columns.length < seats().length ? null : pointsTable(heads(), columns, sourceName, false, "if_ended");
}

export function showScore(): void {
  if (update()) render($("score"), [shownScores(), seats(), language(), sourceName(""), state.sources, over()], () => [scoreTable(shownScores()), forecastTable()]);
}

export function showResult(replay: Replay, showError: (text: string) => void, review: () => void): void {
  if (!over()) return;
  if (verdict === null) void verify(() => showResult(replay, showError, review));
  $("tool-result").hidden = false;
  $("tool-moves").hidden = true;
  const box = $("result");
  const rematch = rematchBox("result", showError);
  render(box, [scores(), seats(), language(), verdict, replay.plies.length, replay.at, sourceName(""), state.sources, update()?.rematch], () => [
    el("p", { class: "display winner" }, ending()),
    ...rematch,
    el(
      "p",
      { class: "row after" },
      replay.plies.length
        ? el("button", { type: "button", id: "replay-begin", class: rematch.length ? "quiet" : "", onclick: () => replay.go(0) }, say("replay"))
        : null,
      replay.plies.length ? el("button", { type: "button", id: "review-begin", class: "quiet", onclick: review }, say("review")) : null,
      el("a", { class: "button quiet", href: `/new?title=${encodeURIComponent(titleId())}` }, say("another")),
      el("a", { class: "button quiet", href: `${API}/file`, download: `rooftop-${TABLE}.json` }, say("file")),
      el("a", { class: "button quiet", href: "/" }, say("again")),
    ),
    scoreTable(scores()),
    replay.plies.length ? chart(replay.plies, replay.at, (ply) => replay.go(ply)) : null,
    el("p", { id: "verified", "data-verdict": verdict ?? "wait" }, verdictText()),
  ]);
}

function verdictText(): string {
  if (verdict === "mine") return `${say("verify_good")} ${say("verify_mine")}`;
  const words: Partial<Record<Verdict, Key>> = { good: "verify_good", bad: "verify_bad", cannot: "verify_cannot" };
  return say(words[verdict ?? "wait"] ?? "verify_wait");
}

async function verify(then: () => void): Promise<void> {
  verdict = "wait";
  try {
    if (!canVerify()) verdict = "cannot";
    else {
      const file = await request<GameFile>(`${API}/file`);
      const last = state.frame?.commitment ?? "";
      // The host may have changed the options since, but not the seed.
      const first = { ...file, options: loadJson<GameFile["options"]>(`promised-${TABLE}`) ?? file.options };
      const good = (await matchesCommitment(first, load(`promise-${TABLE}`) ?? last)) && (await matchesCommitment(file, last));
      const nonce = load(`nonce-${TABLE}`);
      const own = seated() && nonce ? (file.nonces ?? []).includes(nonce) : null;
      verdict = !good || own === false ? "bad" : own ? "mine" : "good";
    }
  } catch {
    verdict = null; // retry on the next frame
    return;
  }
  then();
}
