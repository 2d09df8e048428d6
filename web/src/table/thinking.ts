// A worker that thinks for bots and suggestions. The server asks it and checks every answer; if none arrives in time, the
// server thinks itself.

import { request } from "../server";
import type { Reply, Request } from "../thinking";
import type { Answer, Thinking } from "../wire";
import { connection, type Thinker } from "./connection";
import { API, seats } from "./state";

let worker: Worker | null = null;
let known: string | null = null; // the bots at the table when the worker started: some of them need the network
let begun: Promise<void> = Promise.resolve();
let asked = 0;
const answers = new Map<number, (judged: Answer["judged"]) => void>();

/** Start or stop thinking, or get ready for other bots. */
export function think(may: boolean): Promise<void> {
  const now = may ? seats().map((seat) => seat.bot ?? "").join() : null;
  if (known === now) return begun;
  known = now;
  begun = may ? begin().catch(end) : Promise.resolve(end()); // on failure the server thinks
  return begun;
}

async function begin(): Promise<void> {
  const found = await request<Thinking | null>(`${API}/thinking`);
  if (!found) throw new Error("the server thinks");
  const { worker: script, ...load } = found;
  const mine = (worker ??= new Worker(script));
  await new Promise<void>((ready, failed) => {
    mine.addEventListener("error", failed);
    mine.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      if ("ready" in data) ready();
      else if (!("id" in data)) failed(new Error(data.failed));
    });
    tell({ load });
  });
  if (mine !== worker) return; // it is no longer wanted
  mine.onmessage = ({ data }: MessageEvent<Reply>) => "id" in data && finish(data.id, "judged" in data ? data.judged : []);
  connection.thinks = ponder;
}

function end(): void {
  connection.thinks = null;
  worker?.terminate();
  worker = null;
  for (const id of [...answers.keys()]) finish(id, []);
}

const tell = (message: Request): void => worker?.postMessage(message);

const ponder: Thinker = (question, answer) => {
  answers.set(++asked, answer);
  tell({ id: asked, question });
};

function finish(id: number, judged: Answer["judged"]): void {
  answers.get(id)?.(judged);
  answers.delete(id);
}
