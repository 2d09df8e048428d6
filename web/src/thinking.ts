// The messages between a page and its search worker (thinker.ts).

import type { Answer, Kit, Question } from "./wire";

/** Get ready for a game; the answer has no id. Without `network`, no question uses it. */
export interface Load {
  load: { wasm: string; network: string | null; kit: Kit };
}
export interface Ask {
  id: number;
  question: Question;
}
export type Request = Load | Ask;
export type Reply = { ready: true } | { failed: string } | { id: number; judged: Answer["judged"] } | { id: number; failed: string };
