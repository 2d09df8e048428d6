// What a page and its worker for searches (thinker.ts) tell each other.

import type { Answer, Kit, Question } from "./wire";

/** Get ready for a game; the answer comes without an id. Without `network` there are no questions with it. */
export interface Load {
  load: { wasm: string; network: string | null; kit: Kit };
}
export interface Ask {
  id: number;
  question: Question;
}
export type Request = Load | Ask;
export type Reply = { ready: true } | { failed: string } | { id: number; judged: Answer["judged"] } | { id: number; failed: string };
