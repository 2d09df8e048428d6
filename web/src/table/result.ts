// The end: a table by source, the game as a chart, and the shuffle held to its promise.

import { $, el, refill } from "../elements";
import { keep, kept } from "../memory";
import { ask } from "../server";
import { count, language, say } from "../words";
import type { Key } from "../words";
import { isPromised, possible } from "../verify";
import type { GameFile } from "../verify";
import { chart } from "./chart";
import type { Score } from "./frames";
import type { Replay } from "./replay";
import { sourceName, titleId } from "./sources";
import { API, TABLE, nameOf, over, paint, seated, seats, state, update } from "./state";

type Verdict = "wait" | "good" | "mine" | "bad" | "cannot";
let verdict: Verdict | null = null;

/** Who has won, in a sentence. */
export function ending(): string {
  const scores = update()?.view.seats ?? [];
  const best = scores.flatMap((seat, k) => (seat.place === 1 ? [k] : []));
  const [only] = best;
  if (best.length === 1 && only !== undefined)
    return `${say("game_over")} ${count(only === update()?.seat ? "winner_you" : "winner", scores[only]?.total ?? 0, { name: nameOf(only) })}`;
  return best.length ? say("winners", { names: best.map(nameOf).join(", ") }) : say("game_over");
}

/** The promise as it was first seen here is the one that counts. */
export function rememberPromise(): void {
  if (!kept(`promise-${TABLE}`) && state.frame) keep(`promise-${TABLE}`, state.frame.commitment);
}

/** Points by source for everybody, under these heads. */
export function pointsTable(heads: HTMLElement[], scores: Score[], sourceName: (source: string) => string, ended: boolean): HTMLElement {
  const row = (head: string, cells: (number | null | undefined)[], kind = ""): HTMLElement =>
    el(
      "tr",
      { class: kind },
      el("th", { scope: "row" }, head),
      ...cells.map((cell, k) => el("td", { class: scores[k]?.place === 1 ? "best" : "" }, String(cell ?? "–"))),
    );
  return el(
    "table",
    {},
    el("caption", { class: "unseen" }, say("score")),
    el("thead", {}, el("tr", {}, el("td", {}), ...heads)),
    el(
      "tbody",
      {},
      ...Object.keys(scores[0]?.points ?? {}).map((source) => row(sourceName(source), scores.map((seat) => seat.points?.[source]))),
      row(say("total"), scores.map((seat) => seat.total), "total"),
      ended ? row(say("place"), scores.map((seat) => seat.place)) : null,
    ),
  );
}

/** The points of this game; during the game as well. */
function scoreTable(): HTMLElement {
  const heads = seats().map((_, k) => el("th", { scope: "col", class: paint(k), title: nameOf(k) }, nameOf(k)));
  return pointsTable(heads, update()?.view.seats ?? [], sourceName, over());
}

export function showScore(): void {
  const frame = update();
  if (frame) refill($("score"), [frame.view.seats, seats(), language(), sourceName("")], () => [scoreTable()]);
}

export function showResult(replay: Replay): void {
  if (!over()) return;
  if (verdict === null) void verify(() => showResult(replay));
  $("tool-result").hidden = false;
  $("tool-moves").hidden = true;
  const box = $("result");
  refill(box, [update()?.view.seats, seats(), language(), verdict, replay.plies.length, replay.at, sourceName("")], () => [
    el("p", { class: "display winner" }, ending()),
    el(
      "p",
      { class: "row after" },
      replay.plies.length
        ? el("button", { type: "button", id: "replay-begin", onclick: () => replay.go(0) }, say("replay"))
        : null,
      el("a", { class: "button quiet", href: `/new?title=${encodeURIComponent(titleId())}` }, say("another")),
      el("a", { class: "button quiet", href: `${API}/file`, download: `rooftop-${TABLE}.json` }, say("file")),
      el("a", { class: "button quiet", href: "/" }, say("again")),
    ),
    scoreTable(),
    replay.plies.length ? chart(replay.plies, replay.at) : null,
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
    if (!possible()) verdict = "cannot";
    else {
      const file = await ask<GameFile>(`${API}/file`);
      const good = await isPromised(file, kept(`promise-${TABLE}`) ?? state.frame?.commitment ?? "");
      const nonce = kept(`nonce-${TABLE}`);
      const own = seated() && nonce ? (file.nonces ?? []).includes(nonce) : null;
      verdict = !good || own === false ? "bad" : own ? "mine" : "good";
    }
  } catch {
    verdict = null; // tried again with the next frame
    return;
  }
  then();
}
