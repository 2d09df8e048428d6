// What a move would bring, asked of the server once per move and position.

import { ask } from "../server";
import { language } from "../words";
import { API, state } from "./state";

export interface Preview {
  points: { seat: number; source: string; change: number }[];
  lines: string[];
}

let kept = new Map<string, Promise<Preview | null>>();
let from = "";

export function preview(move: string): Promise<Preview | null> {
  const now = `${state.number} ${language()}`;
  if (now !== from) [from, kept] = [now, new Map()];
  let found = kept.get(move);
  if (!found) {
    const path = `${API}/preview?move=${encodeURIComponent(move)}&lang=${language()}`;
    found = ask<Preview>(path).catch(() => null);
    kept.set(move, found);
  }
  return found;
}

/** Why a thing in the picture cannot be chosen. */
export async function reasons(part: string): Promise<string[]> {
  try {
    const path = `${API}/why?target=${encodeURIComponent(part)}&lang=${language()}`;
    return (await ask<{ reasons: string[] }>(path)).reasons;
  } catch {
    return [];
  }
}
