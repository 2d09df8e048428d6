// Thinking in this browser, for bots and suggestions in practice games. The code is loaded on first use.

import { loadFlag } from "../storage";
import { inLesson, practice, update } from "./state";
import { isOpen } from "./title";

const PATIENCE = 1000; // milliseconds that a suggestion waits for the code to load

let loaded: Promise<typeof import("./thinking")> | null = null;

/** Start or stop thinking, depending on the game and the settings. Bots with secrets think on the server, so in their
 * titles it starts with the first suggestion. */
export async function letThink(suggest = false): Promise<void> {
  const frame = update();
  const may = !inLesson && practice() && frame?.status === "playing" && !frame.rated && loadFlag("think", true);
  if (!loaded && !(may && (suggest || isOpen()))) return;
  const begun = (loaded ??= import("./thinking")).then(({ think }) => think(may)).catch(() => undefined);
  if (suggest) await Promise.race([begun, new Promise((late) => setTimeout(late, PATIENCE))]);
}
