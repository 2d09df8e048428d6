// Previews of moves, requested once per move and position.

import { look } from "../page";
import { request } from "../server";
import type { Preview, Reasons } from "../wire";
import { language } from "../words";
import { API, state } from "./state";

let previews = new Map<string, Promise<Preview | null>>();
let position = ""; // of these previews

export function preview(move: string): Promise<Preview | null> {
  const now = `${state.number} ${look()}${state.place}`;
  if (now !== position) [position, previews] = [now, new Map()];
  let found = previews.get(move);
  if (!found) {
    const path = `${API}/preview?move=${encodeURIComponent(move)}&${look()}${state.place}`;
    found = request<Preview>(path).catch(() => null);
    previews.set(move, found);
  }
  return found;
}

/** Why a part of the picture cannot be chosen. */
export async function reasons(part: string): Promise<string[]> {
  try {
    const path = `${API}/why?target=${encodeURIComponent(part)}&lang=${language()}${state.place}`;
    return (await request<Reasons>(path)).reasons;
  } catch {
    return [];
  }
}
