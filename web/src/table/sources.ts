// What points are called, in the title's own words.

import { optionLabel, optionWords, titles } from "../server";
import type { Title, Value } from "../server";
import { sayIf } from "../words";
import { state } from "./state";

let known: Title | undefined;

/** Learn the title's words; afterwards `then`. */
export async function learnTitle(then: () => void): Promise<void> {
  const id = state.frame?.title;
  try {
    const all = await titles();
    known = all.find((row) => row.id === id) ?? (all.length === 1 ? all[0] : undefined);
    then();
  } catch {
    // Sources keep their short names.
  }
}

export const titleName = (): string => known?.name ?? "Rooftop";
/** An option of this table, as its question and its answer. */
export function agreed(name: string, value: Value): [question: string, answer: string] {
  const option = known?.options.find((row) => row.name === name);
  return [option ? optionLabel(option) : name, optionWords(option, value)];
}

export const titleId = (): string => known?.id ?? state.frame?.title ?? "";
export const sourceName = (source: string): string => known?.sources?.[source] ?? sayIf(`source_${source}`, source);
