// A link to another game that is waiting for the player while this one is not.

import { $, el, render } from "../elements";
import { request, tableUrl } from "../server";
import type { NextGame } from "../wire";
import { language, sayCount } from "../words";
import { inLesson, over, seated, TABLE, update } from "./state";

const AGAIN = 30_000; // milliseconds; it may become the player's turn in another game

let found: NextGame | null = null;
let waits = false; // this game is waiting for somebody else

/** Whether the player has nothing to do at this table. */
const idle = (): boolean => !inLesson && seated() && (over() || update()?.offers.length === 0);

async function ask(): Promise<void> {
  if (!idle() || document.visibilityState !== "visible") return;
  found = await request<NextGame>(`/api/games/next?table=${encodeURIComponent(TABLE)}`).catch(() => null);
  draw();
}

function draw(): void {
  const [box, next] = [$("next"), idle() ? found : null];
  box.hidden = !next?.table;
  render(box, [next, language()], () => [
    next?.table && el("a", { class: "button small", id: "next-game", href: tableUrl(next.table) }, sayCount("next_game_n", next.waiting)),
  ]);
}

/** Called whenever something at the table has changed. */
export function showNext(): void {
  const before = waits;
  waits = idle();
  if (waits && !before) void ask();
  if (!waits) found = null;
  draw();
}

setInterval(() => void ask(), AGAIN);
document.addEventListener("visibilitychange", () => void ask());
