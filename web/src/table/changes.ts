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
