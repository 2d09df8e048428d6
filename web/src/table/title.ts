// The title of this table, with its words for points and options.

import { titles } from "../server";
import type { OptionInfo, TitleInfo } from "../wire";
import { language, sayOr } from "../words";
import { state } from "./state";

let title: TitleInfo | undefined;

/** Load the title, then call `then`. */
export async function loadTitle(then: () => void): Promise<void> {
  const id = state.frame?.title;
  const lang = language();
  try {
    const all = await titles();
    if (lang !== language()) return; // the language has changed; another call is under way
    title = all.find((row) => row.id === id) ?? (all.length === 1 ? all[0] : undefined);
    document.body.dataset["words"] = lang;
    then();
  } catch {
    // Without it, sources show their ids.
  }
}

export const titleId = (): string => title?.id ?? state.frame?.title ?? "";
/** The levels of bots, weakest first. */
export const levels = (): string[] => title?.bots ?? [];
/** Whether this title has no secrets between seats: then a browser may think for its bots. */
export const isOpen = (): boolean => title?.open ?? false;
export const hasLesson = (): boolean => title?.lesson ?? false;
export const titleName = (): string => title?.name ?? "Rooftop";

const served = document.title;
/** The window title; until the title is loaded, the server's. */
export const windowTitle = (): string => (title ? `${title.name} · Rooftop` : served);

export const sourceName = (source: string): string => state.sources[source] ?? title?.sources[source] ?? sayOr(`source_${source}`, source);

/** What is known about the options of this title. */
export const optionInfos = (): OptionInfo[] => title?.options ?? [];
