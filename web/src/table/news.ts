// What happened since the player's last turn.

import type { Entry } from "../wire";

/** The entries that count, without undone ones. */
function standing(all: Entry[]): Entry[] {
  const kept: Entry[] = [];
  let undone: Entry[] = [];
  for (const entry of all) {
    if (entry.kind === "undo") undone = [...undone, ...kept.splice(-Number(entry.text)).reverse()];
    else if (entry.kind === "redo") kept.push(...undone.splice(-Number(entry.text)).reverse());
    else if (entry.kind === "move" || entry.kind === "lapse") {
      kept.push(entry);
      undone = [];
    }
  }
  return kept;
}

/** What everybody else did since the player's last turn, by seat, including the effects of the player's own decisions on
 * them. */
export function newsBySeat(all: Entry[], mine: number): Map<number, string[]> {
  const kept = standing(all);
  const last = kept.findLastIndex((entry) => entry.seat === mine);
  const begin = kept.findLastIndex((entry, k) => k < last && entry.seat !== mine) + 1; // the player's last decisions
  const news = new Map<number, string[]>();
  for (const entry of kept.slice(last < 0 ? 0 : begin))
    entry.lines.forEach((line, k) => {
      const about = entry.about[k] ?? entry.seat;
      const seat = about === mine ? entry.seat : about;
      if (seat !== mine) news.set(seat, [...(news.get(seat) ?? []), line]);
    });
  return new Map([...news].sort(([one], [other]) => one - other));
}
