// A game that cannot be replayed here any more: why, and its result if that was stored.

import { $, el, refill } from "../elements";
import { ask, titles } from "../server";
import { capital, count, language, say } from "../words";
import type { Score } from "./frames";
import { pointsTable } from "./result";
import { API } from "./state";

interface Result {
  title: string;
  seats: (Score & { name: string; total: number })[];
}

let result: Result | null = null;
let asked = false;

/** Who won, if that is known; else that nothing can be shown. */
export function keptPrompt(): string {
  const best = result?.seats.filter((seat) => seat.place === 1) ?? [];
  const [only] = best;
  if (!only) return say("closed_prompt");
  if (best.length > 1) return say("winners", { names: best.map((seat) => seat.name).join(", ") });
  return `${say("game_over")} ${count("winner", only.total, { name: only.name })}`;
}

/** Show why a table stays closed, and its result. */
export async function showKept(reason: string, then: () => void): Promise<void> {
  if (!asked) {
    asked = true;
    result = await ask<Result>(`${API}/result`).catch(() => null);
    then();
  }
  const lang = language();
  const known = (await titles().catch(() => [])).find((row) => row.id === result?.title);
  if (lang !== language()) return; // it is asked for anew in the other language
  const named = (source: string): string => known?.sources[source] ?? source;
  const heads = (): HTMLElement[] => result?.seats.map((seat) => el("th", { scope: "col", title: seat.name }, seat.name)) ?? [];
  $("kept").hidden = false;
  refill($("kept"), [reason, result, known?.name, language()], () => [
    known ? el("h2", { class: "display" }, known.name) : null,
    el("p", {}, `${capital(reason)}.`),
    result ? pointsTable(heads(), result.seats, named, true) : null,
    el("p", {}, el("a", { class: "button quiet", href: "/" }, say("to_home"))),
  ]);
}
