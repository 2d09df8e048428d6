// Short texts for the dock: the words that a few offers have in common.

import type { Offer } from "../wire";

const SHORT = 2; // words: a common end is only cut off if no more are left, and never from a sentence

/** The words that the texts of all these offers begin and end with. */
export function shared(offers: Pick<Offer, "text">[]): [string, string] {
  const rows = offers.map((offer) => offer.text.split(" "));
  const least = Math.min(...rows.map((row) => row.length)) - 1; // leave at least one word
  const same = (word: (row: string[]) => string | undefined): boolean => new Set(rows.map(word)).size === 1;
  let [before, after] = [0, 0];
  while (before < least && same((row) => row[before])) before += 1;
  while (before + after < least && same((row) => row.at(-1 - after))) after += 1;
  if (rows.some((row) => row.length - before - after > SHORT)) after = 0;
  const first = rows[0] ?? [];
  return [first.slice(0, before).join(" "), first.slice(first.length - after).join(" ")];
}
