// One socket that is opened again and again; a command is sent until it is answered.

import { random } from "../server";
import { language } from "../words";
import type { Message } from "./frames";
import { PATH, state } from "./state";

export type Condition = "connecting" | "connected" | "reconnecting" | "closed";

interface Command {
  type: string;
  id: string;
  seen: number;
  [more: string]: unknown;
}

export class Connection {
  condition: Condition = "connecting";
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer = 0;
  private heard = 0;
  private asked = 0;
  private pending: { command: Command; sent: boolean } | null = null;

  constructor(
    private readonly hear: (message: Message) => void,
    private readonly changed: (condition: Condition) => void,
  ) {
    addEventListener("online", () => this.hurry());
    addEventListener("pageshow", (event) => event.persisted && this.again());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    setInterval(() => this.listenForLife(), 4000);
  }

  open(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const made = new WebSocket(`${scheme}://${location.host}${PATH}/socket?lang=${language()}&from=${state.number}`);
    this.socket = made;
    made.addEventListener("message", (event: MessageEvent<string>) => {
      if (made === this.socket) this.take(JSON.parse(event.data) as Message);
    });
    made.addEventListener("close", (event) => {
      if (made === this.socket) this.lose(event.code === 4404);
    });
  }

  /** Begin anew, in another language or after a long sleep. */
  again(): void {
    const old = this.socket;
    this.socket = null;
    if (this.pending) this.pending.sent = false;
    old?.close();
    this.attempt = 0;
    this.open();
  }

  private hurry(): void {
    if (this.timer) this.again();
  }

  private become(condition: Condition): void {
    if (this.condition === condition) return;
    this.condition = condition;
    this.changed(condition);
  }

  private lose(forGood: boolean): void {
    this.socket = null;
    if (this.pending) this.pending.sent = false;
    if (forGood) return this.become("closed");
    this.become("reconnecting");
    const wait = Math.min(300 * 2 ** this.attempt, 8000) * (0.75 + Math.random() / 2);
    this.attempt += 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.open(), wait);
  }

  private listenForLife(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const now = Date.now();
    if (this.asked > this.heard && now - this.asked > 8000) {
      const silent = this.socket;
      this.lose(false);
      silent.close();
    } else if (this.asked <= this.heard && now - this.heard > 12000) {
      this.asked = now;
      this.send({ type: "ping" });
    }
  }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private take(message: Message): void {
    this.heard = Date.now();
    const turnedAway = message.type === "refused" && message.id === ""; // the next attempt waits longer
    if (!turnedAway) {
      this.attempt = 0;
      this.become("connected");
    }
    if (message.type === "update") {
      this.send({ type: "ack", number: message.number });
      if (this.pending && !this.pending.sent) {
        this.pending.sent = true; // after a lost connection: the same id has no second effect
        this.send(this.pending.command);
      }
    }
    if (message.type === "done" || message.type === "refused") {
      if (this.pending && message.id === this.pending.command.id) {
        this.pending = null;
        state.busy = false;
      } else if (message.id !== "") return;
    }
    this.hear(message);
  }

  /** Give a command, unless one is under way. */
  command(type: string, more: Record<string, unknown> = {}): boolean {
    if (this.pending || state.frame?.type !== "update") return false;
    const command: Command = { type, id: random(), seen: state.number, ...more };
    this.pending = { command, sent: this.socket?.readyState === WebSocket.OPEN };
    state.busy = true;
    this.send(command);
    return true;
  }
}
