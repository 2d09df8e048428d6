// The names of bot levels, and the level that this player chose last.

import { el } from "./elements";
import { load, save } from "./storage";
import { say, sayOr } from "./words";

const FIRST = "novice"; // newcomers should be able to win

export const levelName = (bot: string): string => sayOr(`level_${bot}`, bot);
/** One sentence about how a level plays. */
export const levelAbout = (bot: string): string => sayOr(`plays_${bot}`, "");
export const botName = (bot: string): string => say("seat_bot", { name: levelName(bot) });

export function lastLevel(levels: string[]): string {
  const last = load("level") ?? FIRST;
  return levels.includes(last) ? last : (levels[0] ?? FIRST);
}
export const rememberLevel = (level: string): void => save("level", level);

/** The options of a select, one for each level. */
export const levelOptions = (levels: string[], chosen: string): HTMLElement[] =>
  levels.map((level) => el("option", { value: level, selected: level === chosen }, levelName(level)));
