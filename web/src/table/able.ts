// Thinking in this browser, for bots and suggestions of a practice game. What it takes is loaded when it is used.

import { loadFlag } from "../storage";
import { inLesson, practice, update } from "./state";
import { isOpen } from "./title";

const PATIENCE = 1000; // milliseconds that a suggestion waits for what is being loaded

let loaded: Promise<typeof import("./thinking")> | null = null;

/** Begin to think, or end it, as this game and the settings want it. Bots with secrets think on the server, so in
 * their titles it begins with the first suggestion. */
export async function letThink(suggest = false): Promise<void> {
  const frame = update();
  const may = !inLesson && practice() && frame?.status === "playing" && !frame.rated && loadFlag("think", true);
  if (!loaded && !(may && (suggest || isOpen()))) return;
  const begun = (loaded ??= import("./thinking")).then(({ think }) => think(may)).catch(() => undefined);
  if (suggest) await Promise.race([begun, new Promise((late) => setTimeout(late, PATIENCE))]);
}
