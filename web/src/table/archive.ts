// A game that this server can no longer replay: the reason, and its stored result.

import { $, el, render } from "../elements";
import { request, titles } from "../server";
import type { TableResult } from "../wire";
import { capitalize, language, say, sayCount } from "../words";
import { howEnded, playerHead, pointsTable } from "./result";
import { API } from "./state";

let result: TableResult | null = null;
let requested = false;

/** Who won, if there is a stored result. */
export function archivePrompt(): string {
  const winners = result?.seats.filter((seat) => seat.rank === 1 && !seat.forfeited && !seat.conceded) ?? [];
  const [only] = winners;
  const how = howEnded(result?.ended ?? "", result?.seats.filter((seat) => seat.conceded).map((seat) => seat.name) ?? []);
  const over = [say("game_over"), how].join(" ").trim();
  if (!only) return how ? over : say("closed_prompt");
  if (winners.length > 1) return say("winners", { names: winners.map((seat) => seat.name).join(", ") });
  return `${over} ${sayCount(only.stand_in ? "stand_in_won" : "winner", only.total, { name: only.name })}`;
}

/** Show why the table cannot be opened, and its stored result. */
export async function showArchive(reason: string, mayHaveResult: boolean, then: () => void): Promise<void> {
  if (mayHaveResult && !requested) {
    requested = true;
    result = await request<TableResult>(`${API}/result`).catch(() => null);
    then();
  }
  const lang = language();
  const title = (await titles().catch(() => [])).find((row) => row.id === result?.title);
  if (lang !== language()) return; // the language has changed; another call is under way
  const sourceName = (source: string): string => title?.sources[source] ?? source;
  const heads = (): HTMLElement[] => result?.seats.map((seat) => playerHead(seat.name, seat.bot, seat)) ?? [];
  $("archive").hidden = false;
  render($("archive"), [reason, result, title?.name, language()], () => [
    title ? el("h2", { class: "display" }, title.name) : null,
    el("p", {}, `${capitalize(reason)}.`),
    result ? pointsTable(heads(), result.seats, sourceName, result.ended !== "agreement") : null,
    el("p", {}, el("a", { class: "button quiet", href: "/" }, say("to_home"))),
  ]);
}
