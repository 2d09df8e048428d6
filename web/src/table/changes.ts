// The elements of a picture by id, in drawing order, and their changes in an update.

import type { Changes } from "../wire";

export type Elements = ReadonlyMap<string, string>; // SVG by id

/** The elements after a change. */
export function applied(before: Elements, change: Changes): Elements {
  const after = new Map(change.whole ? [] : before);
  for (const id of change.removed) after.delete(id);
  for (const [id, drawn] of Object.entries(change.changed)) after.set(id, drawn);
  if (!change.order.length) return after;
  return new Map(change.order.flatMap((id) => (after.has(id) ? [[id, after.get(id) ?? ""]] : [])));
}

/** The ids that are new or drawn differently in `after`. */
export function changed(before: Elements, after: Elements): string[] {
  return [...after.keys()].filter((id) => before.get(id) !== after.get(id));
}

/** The ids that are no longer in `after`. */
export function removed(before: Elements, after: Elements): string[] {
  return [...before.keys()].filter((id) => !after.has(id));
}

const WORDS = [/<title\b.*?<\/title>/s, /<desc\b.*?<\/desc>/s]; // the first are those of the picture itself
const HOLDER = '<g id="pieces">';
const TAG = /<(\/?)[\w-]+(?:[^">]|"[^"]*")*?(\/?)>/g;

/** The elements of a whole picture, as the server wrote them: its title, its description and what lies on its board.
 * What is printed on the board is most of a picture, so the text is split and not parsed. */
export function elementsOf(picture: string): Elements {
  const found = new Map<string, string>();
  const take = (text: string): unknown => found.set(/ id="([^"]*)"/.exec(text)?.[1] ?? "", text);
  for (const words of WORDS) take(words.exec(picture)?.[0] ?? "");
  const begin = picture.indexOf(HOLDER) + HOLDER.length;
  let [depth, from] = [0, begin];
  TAG.lastIndex = begin;
  for (let tag = TAG.exec(picture); tag && depth >= 0; tag = TAG.exec(picture)) {
    depth += tag[2] ? 0 : tag[1] ? -1 : 1;
    if (depth !== 0) continue;
    take(picture.slice(from, TAG.lastIndex));
    from = TAG.lastIndex;
  }
  return found;
}
