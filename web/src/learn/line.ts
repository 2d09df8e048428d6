// The connection of a lesson: it speaks the protocol of a table's socket, so that the table page can show the lesson.
// Steps and answers are requested from the server over HTTP, instead of being stored at a table.

import type { Command, Frame, LessonAnswer, LessonStage, Again, Ping, Update } from "../wire";
import { API } from "../table/state";
import type { Progress } from "./progress";

export interface Listener {
  begun(stage: LessonStage): void; // a step begins
  judged(answer: LessonAnswer): void; // the learner has made a move
  changed(): void; // the position has been replaced: forget the log
  failed(why: string): void; // the server refused
}

/** An empty prompt, for updates that ask for no move. */
export type Prompt = () => string;

class RefusedError extends Error {}

export class LessonLine extends EventTarget {
  readyState: number = WebSocket.CONNECTING;
  private readonly look: string;
  private count = 0; // of the updates
  private number = 0; // of the last update

  constructor(
    url: string,
    private readonly progress: Progress,
    private readonly listener: Listener,
    private readonly prompt: Prompt,
  ) {
    super();
    const query = new URL(url).searchParams;
    this.look = ["theme", "lang", "size"].map((name) => `&${name}=${query.get(name) ?? ""}`).join("");
    void this.attempt(() => this.begin());
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }

  send(text: string): void {
    const message = JSON.parse(text) as Command | Again | Ping;
    if (message.type === "ping") this.say({ type: "pong" });
    else if (message.type === "again") void this.attempt(() => this.begin());
    else if (message.type === "play") void this.attempt(() => this.play(message.id, message.move));
    else this.say({ type: "refused", id: message.id, reason: "", number: this.number });
  }

  /** Go on to the next step, and show the moves in between one by one. */
  async advance(): Promise<void> {
    await this.attempt(async () => {
      const stage = await this.get<LessonStage>("step", "");
      if (stage.fresh) this.listener.changed();
      const [now, ...between] = stage.updates.toReversed();
      for (const update of between.toReversed()) this.update(update);
      if (now) this.update(between.length ? { ...now, log: [], picture: NOTHING } : { ...now, log: this.news(now) });
      this.listener.begun(stage);
    });
  }

  /** Show the present step from its beginning. */
  private async begin(): Promise<void> {
    const stage = await this.get<LessonStage>("step", "");
    const { answer, phase } = this.progress;
    const after = phase === "right" && answer ? await this.get<LessonAnswer>("answer", `&move=${encodeURIComponent(answer)}`) : null;
    if (!this.opened()) return;
    const now = stage.updates.at(-1);
    if (now) this.update({ ...now, log: this.news(now) });
    this.listener.begun(stage);
    if (after) this.answered(after);
  }

  /** Open the connection. Returns false if it is no longer wanted. */
  private opened(): boolean {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
    return this.readyState === WebSocket.OPEN;
  }

  private async play(id: string, move: string): Promise<void> {
    try {
      const answer = await this.get<LessonAnswer>("answer", `&move=${encodeURIComponent(move)}`);
      if (answer.right) this.progress.answered(move);
      this.say({ type: "done", id, number: this.number });
      this.answered(answer);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.say({ type: "refused", id, reason: error.message, number: this.number });
    }
  }

  private answered(answer: LessonAnswer): void {
    for (const update of answer.updates) this.update(update);
    this.listener.judged(answer);
  }

  private news(update: Update): Update["log"] {
    return update.log.filter((entry) => entry.number > this.number);
  }

  private update(update: Update): void {
    this.count += 1;
    this.number = update.number;
    this.say({ ...update, count: this.count, prompt: update.prompt || this.prompt() });
  }

  private say(frame: Frame): void {
    if (this.readyState === WebSocket.OPEN) this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  /** Ask the server about the current step. */
  private async get<T>(what: string, query: string): Promise<T> {
    const response = await fetch(`${API}/${what}?${this.progress.place.slice(1)}${this.look}${query}`);
    const data: unknown = await response.json();
    if (this.readyState === WebSocket.CLOSED) throw new DOMException("the line was closed", "AbortError");
    if (response.status === 400 || response.status === 404) throw new RefusedError((data as { error: string }).error);
    if (!response.ok) throw new Error(String(response.status));
    return data as T;
  }

  /** Run a task. If the server does not answer, the connection is lost, and the page opens another one. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.readyState === WebSocket.CLOSED) return;
      this.readyState = WebSocket.CLOSED;
      if (error instanceof RefusedError) this.listener.failed(error.message);
      else this.dispatchEvent(new CloseEvent("close", { code: 1006 }));
    }
  }
}

const NOTHING: Update["picture"] = { whole: false, changed: {}, removed: [], order: [] };
