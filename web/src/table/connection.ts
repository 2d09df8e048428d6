// The socket of the table. It reconnects automatically, and resends commands that the server has not answered.
//
// A new command needs no change here: `connection.send` takes any command of the server's protocol.

import { look } from "../page";
import { randomHex } from "../server";
import type { Able, Again, Command, Frame, Hold, Ping, Question, Think, Thought, Update } from "../wire";
import { PATH, state } from "./state";

export type Condition = "connecting" | "connected" | "reconnecting" | "closed";
type WithoutId<C> = C extends Command ? Omit<C, "id"> : never;
/** A command as the page gives it; the connection adds its id. */
export type Order = WithoutId<Command>;

interface Listener {
  frame(frame: Frame): void;
  condition(condition: Condition): void;
  sent(): void; // a command has been sent
}

/** The transport of frames: a socket. A lesson has its own, with the same protocol. */
export type Line = Pick<WebSocket, "readyState" | "send" | "close" | "addEventListener">;
export const line = { open: (url: string): Line => new WebSocket(url) };

// Milliseconds until a silent server is pinged, then until the player is told, then until a reconnect.
const [SILENCE, PATIENCE, DOUBT] = [1500, 1400, 4000];
const UNSEEN = 12_000; // for a page that nobody looks at
const OPENING = 8000; // timeout for a socket to open
const LONGEST = 4000; // between two attempts
const NOT_FOR_YOU = 4404; // the close code after which reconnecting is pointless

/** Answers a question; an empty answer makes the server think itself. */
export type Thinker = (question: Question, answer: (judged: Thought["judged"]) => void) => void;

export class Connection {
  condition: Condition = "connecting";
  look = ""; // the look of the pictures in the updates
  private listener: Listener | null = null;
  private socket: Line | null = null;
  private attempts = 0;
  private timer = 0;
  private watch = 0; // the silence timer
  private count = 0; // of the last update of this socket
  private thinker: Thinker | null = null;
  private missed = false; // an update was lost: wait for a whole picture
  private stored = 0; // the server has stored a decision with this number, and its update has not arrived yet
  /** Unanswered commands by id, in the order they were sent. */
  private readonly pending = new Map<string, { command: Command; sent: boolean }>();

  /** Connect, and report to `listener` from now on. */
  start(listener: Listener): void {
    this.listener = listener;
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.condition === "connected" && this.doubt());
    addEventListener("pageshow", (event) => event.persisted && this.reconnect());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    this.open();
  }

  /** Send a command and return its id; null for a decision (a command with `seen`) before the game, or while another one
   * or its update is pending. */
  send(order: Order): string | null {
    if ("seen" in order && (state.frame?.type !== "update" || state.busy)) return null;
    const command: Command = { ...order, id: randomHex() };
    this.pending.set(command.id, { command, sent: this.isOpen });
    this.updateBusy();
    this.write(command);
    this.listener?.sent();
    return command.id;
  }

  /** Request everything again, for example after the computer has slept. */
  again(): void {
    this.write({ type: "again", number: state.number });
  }

  /** Set who answers the server's questions in a browser that can think; each new socket announces this. */
  set thinks(thinker: Thinker | null) {
    const before = this.thinker;
    this.thinker = thinker;
    document.body.dataset["thinks"] = thinker ? "yes" : "no";
    if (thinker || before) this.write({ type: "able", on: thinker !== null });
  }

  /** The device was passed to the person of this seat. */
  hold(seat: number): void {
    this.write({ type: "hold", seat });
  }

  /** Reconnect, for example in another language or theme. */
  reconnect(): void {
    this.drop();
    this.attempts = 0;
    this.open();
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private open(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    [this.look, this.count, this.missed] = [look(), 0, false];
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = line.open(`${scheme}://${location.host}${PATH}/socket?${this.look}&from=${state.number}`);
    this.socket = socket;
    this.wait(OPENING, () => this.lose(false));
    socket.addEventListener("open", () => {
      if (socket !== this.socket) return;
      this.listen();
      if (this.thinker) this.write({ type: "able", on: true });
    });
    socket.addEventListener("message", (event: MessageEvent<string>) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data) as Frame);
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.socket) this.lose(event.code === NOT_FOR_YOU);
    });
  }

  /** Close the socket. What was sent over it may not have arrived. */
  private drop(): void {
    const old = this.socket;
    this.socket = null;
    clearTimeout(this.watch);
    if (old?.readyState === WebSocket.OPEN) old.close();
    else old?.addEventListener("open", () => old.close());
    for (const waiting of this.pending.values()) waiting.sent = false;
  }

  private lose(forGood: boolean): void {
    this.drop();
    if (forGood) return this.setCondition("closed");
    this.setCondition("reconnecting");
    const wait = Math.min(300 * 2 ** this.attempts, LONGEST) * (0.75 + Math.random() / 2);
    this.attempts += 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.open(), wait);
  }

  /** Reconnect or ping now, without waiting for a timer. */
  private hurry(): void {
    if (this.timer) this.reconnect();
    else if (this.isOpen) this.ping();
  }

  private setCondition(condition: Condition): void {
    if (this.condition === condition) return;
    this.condition = condition;
    this.listener?.condition(condition);
  }

  private wait(time: number, then: () => void): void {
    clearTimeout(this.watch);
    this.watch = window.setTimeout(then, time);
  }

  /** The server was heard: restart the silence timer. */
  private listen(): void {
    this.wait(document.visibilityState === "hidden" ? UNSEEN : SILENCE, () => this.ping());
  }

  private ping(): void {
    this.write({ type: "ping" });
    this.wait(PATIENCE, () => this.doubt());
  }

  /** Tell the player that the server does not answer. Keep the socket for a while, in case it still does. */
  private doubt(): void {
    this.setCondition("reconnecting");
    this.write({ type: "ping" });
    this.wait(DOUBT, () => this.lose(false));
  }

  private write(message: Command | Ping | Again | Hold | Able | Thought): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  /** Answer a question, unless its socket has closed: each socket numbers its own questions. */
  private ponder({ number, question }: Think): void {
    const asker = this.socket;
    const answer = (judged: Thought["judged"]): void => {
      if (asker === this.socket) this.write({ type: "thought", number, judged });
    };
    if (this.thinker) this.thinker(question, answer);
    else answer([]);
  }

  private receive(frame: Frame): void {
    this.listen();
    if (frame.type === "think") return this.ponder(frame);
    const turnedAway = frame.type === "refused" && frame.id === ""; // wait longer before the next attempt
    if (!turnedAway) {
      this.attempts = 0;
      this.setCondition("connected");
    }
    if (frame.type === "waiting") this.repeat();
    if (frame.type === "update") {
      this.repeat();
      if (!this.follows(frame)) return;
      if (frame.number >= this.stored) this.stored = 0;
      this.updateBusy();
    }
    if (frame.type === "done" || frame.type === "refused") {
      const answered = this.pending.get(frame.id)?.command;
      if (!this.pending.delete(frame.id) && !turnedAway) return;
      if (frame.type === "done" && answered && "seen" in answered && frame.number > state.number) this.stored = frame.number;
      this.updateBusy();
    }
    this.listener?.frame(frame);
  }

  /** Whether an update follows the last one received. If one was lost, request everything again. */
  private follows(frame: Update): boolean {
    if (frame.count <= this.count) return false;
    const gap = frame.count > this.count + 1;
    this.count = frame.count;
    if (frame.picture?.whole) this.missed = false;
    else if (gap) {
      this.missed = true;
      this.write({ type: "again", number: state.number });
    }
    return !this.missed;
  }

  /** After a lost connection, resend unanswered commands. The same id has no second effect. */
  private repeat(): void {
    for (const waiting of this.pending.values()) {
      if (waiting.sent) continue;
      waiting.sent = true;
      this.write(waiting.command);
    }
  }

  private updateBusy(): void {
    state.busy = this.stored > 0 || [...this.pending.values()].some(({ command }) => "seen" in command);
  }
}

export const connection = new Connection();
