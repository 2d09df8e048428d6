// Thinking for bots and suggestions in this browser, in practice games. The server asks, and checks every answer; where
// nothing comes in time, it thinks itself.

import { request } from "../server";
import { loadFlag } from "../storage";
import type { Reply, Request } from "../thinking";
import type { Think, Thinking } from "../wire";
import { connection } from "./connection";
import { API, practice, seats, update } from "./state";

let worker: Worker | null = null;
let known = ""; // the table and its bots, for which this browser is able to think, or cannot

function stop(): void {
  worker?.terminate();
  [worker, known] = [null, ""];
  connection.able = false;
}

/** Get ready to think, if this is a practice game. */
export function think(): void {
  const wanted = practice() && update()?.status === "playing" && !update()?.rated && loadFlag("think", true);
  if (!wanted) return worker ? stop() : undefined;
  const now = seats().map((seat) => seat.bot ?? "").join();
  if (known === now) return;
  known = now;
  void begin().catch(() => undefined); // the server thinks
}

async function begin(): Promise<void> {
  const found = await request<Thinking | null>(`${API}/thinking`);
  if (!found) return;
  const { worker: script, ...load } = found;
  if (!worker) {
    worker = new Worker(script);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if ("ready" in data) connection.able = true;
      else if ("id" in data) connection.answer(data.id, "judged" in data ? data.judged : []);
    };
  }
  worker.postMessage({ load } satisfies Request);
}

/** Answer a question of the server. */
export function ponder(frame: Think): void {
  if (worker) worker.postMessage({ id: frame.number, question: frame.question });
  else connection.answer(frame.number, []);
}
