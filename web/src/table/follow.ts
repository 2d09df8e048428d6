// Queues updates, so that the decisions of others are shown one by one, at a pace that people can follow.

import { load } from "../storage";
import type { Entry, Update } from "../wire";

/** An update, the look of its picture, and its arrival time. */
export interface Arrival {
  frame: Update;
  look: string;
  at: number;
}

/** Show these updates in order. While `behind`, more are to come: do not ask the player to decide yet. */
export type Show = (arrivals: Arrival[], behind: boolean) => void;

export const PACES = { slow: 1600, normal: 900, fast: 450, now: 0 } as const; // milliseconds for a decision
const MOTION = 600; // milliseconds until a picture comes to rest
const MANY = 12; // if more updates than this are waiting, the pace is quicker

export const pace = (): number => Number(load("pace") ?? PACES.normal);

const DECISIONS = ["move", "lapse", "undo", "redo"];
const decisions = (frame: Update): Entry[] => frame.log.filter((entry) => DECISIONS.includes(entry.kind));
/** The number of log lines of an update's decisions; one without words needs no time. */
const linesOf = (frame: Update): number =>
  decisions(frame).reduce((sum, entry) => sum + (["undo", "redo"].includes(entry.kind) ? 1 : entry.lines.length), 0);
/** Whether the player, and not a bot in their seat, made one of the decisions. */
export const isOwn = (frame: Update): boolean =>
  !frame.seats[frame.seat]?.bot && decisions(frame).some((entry) => entry.seat === frame.seat);

export class Follow {
  private waiting: Arrival[] = [];
  private number = 0; // of the last update received
  private began = 0; // when the last decision was shown
  private time = 0; // how long it stays before the next one, in milliseconds
  private timer = 0;
  private late = false;

  constructor(private readonly show: Show) {
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.skip());
  }

  /** Whether the page lags behind the server. */
  get behind(): boolean {
    return this.late;
  }

  /** Take an update. The player's own decisions and whole pictures are shown at once, with everything before them. */
  take(frame: Update, look: string): void {
    const news = decisions(frame).filter((entry) => entry.number > this.number);
    this.number = frame.number;
    const atOnce = !pace() || document.visibilityState === "hidden" || isOwn(frame) || !frame.picture || frame.picture.whole;
    this.waiting.push({ frame, look, at: Date.now() });
    if (atOnce) {
      this.skip();
      if (isOwn(frame)) [this.began, this.time] = [Date.now(), pace()];
      return;
    }
    const begins = news.length > 0 && !this.late;
    this.late ||= begins;
    if (!this.go() && begins) this.show([], true);
  }

  /** Show everything now. */
  skip(): void {
    clearTimeout(this.timer);
    const rest = this.waiting;
    const was = this.late;
    [this.waiting, this.late, this.time] = [[], false, 0];
    if (rest.length || was) this.show(rest, false);
  }

  /** Drop the queue: everything will be sent again. */
  forget(): void {
    clearTimeout(this.timer);
    [this.waiting, this.late, this.number, this.time] = [[], false, 0, 0];
  }

  /** Show what is due, and schedule the next. Returns whether anything was shown. */
  private go(): boolean {
    clearTimeout(this.timer);
    const due: Arrival[] = [];
    for (let [next] = this.waiting; next; [next] = this.waiting) {
      const lines = linesOf(next.frame);
      if (lines && this.left > 0) break;
      this.waiting.shift();
      due.push(next);
      if (lines) [this.began, this.time] = [Date.now(), pace() * (1 + 0.2 * Math.min(lines - 1, 3))];
    }
    if (due.length) this.show(due, this.late);
    if (due.some(({ frame }) => linesOf(frame))) this.began = Date.now(); // to show it has taken a while
    if (this.late && this.left > 0) this.timer = window.setTimeout(() => this.go(), Math.ceil(this.left));
    else if (this.late) this.skip();
    return due.length > 0;
  }

  /** Milliseconds until the next decision is due, or until the last one has come to rest. */
  private get left(): number {
    const hurry = Math.min(1, MANY / Math.max(1, this.waiting.length)) ** 2;
    const time = this.waiting.length ? this.time * hurry : Math.min(this.time, MOTION);
    return this.began + time - Date.now();
  }
}

/** The last decision of somebody else in an update. */
export const lastOther = (frame: Update): Entry | undefined => frame.log.findLast((entry) => entry.seat !== frame.seat);

/** An update as shown while more are to come: its decision was just made, and there is nothing to decide. */
export function withheld(frame: Update, before: number): Update {
  return {
    ...frame, status: "playing", to_act: lastOther(frame)?.seat ?? before, prompt: "", offers: [], hints: [], undoable: 0, redoable: 0,
    scores: frame.scores.map((score) => ({ ...score, rank: null })),
  };
}
