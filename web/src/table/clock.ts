// The clocks: every update says how much time is left, and the page counts down by itself until the next one.

import type { Clocks, Update } from "../wire";
import { formatClock, say, sayCount } from "../words";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
const SLEPT = 2000; // milliseconds by which the wall clock may run ahead of the page's own clock

/** The threshold of little time, in seconds; never more than a quarter of the time. */
const LOW = { live: 30, turn: 10, days: 6 * HOUR } as const;
/** When the player is told the remaining time, in seconds. */
const WARNINGS = { live: [60, 30, 10], turn: [30, 10], days: [DAY, 6 * HOUR, HOUR] } as const;

type Kind = keyof typeof LOW;

export class Clock {
  private clocks: Clocks | null = null;
  private arrived = 0; // by the page's own clock, which nobody can set
  private offset = 0; // between the wall clock and the page's own clock
  private warned = Infinity; // the last warning, in seconds

  /** Take the clocks of an update. They do not wait until the page shows it. */
  take(frame: Update): void {
    const seat = (frame.status === "over" ? null : frame.clock?.running) ?? -1;
    const before = this.clocks?.running === seat ? this.left(seat) : -1;
    this.clocks = frame.status === "over" ? null : frame.clock;
    this.arrived = performance.now();
    this.offset = Date.now() - this.arrived;
    if (this.left(seat) > before + 1) this.warned = this.left(seat); // another turn: warn again
  }

  /** Whether the computer has slept since the last update: the page's own clock may have stopped. */
  slept(): boolean {
    if (!this.clocks || Math.abs(Date.now() - performance.now() - this.offset) < SLEPT) return false;
    this.offset = Date.now() - performance.now();
    return true;
  }

  /** The remaining seconds of a seat. */
  left(seat: number): number {
    const left = this.clocks?.left[seat] ?? 0;
    if (!this.clocks || this.clocks.running !== seat) return left;
    const passed = (performance.now() - this.arrived) / 1000 - this.clocks.stands;
    return Math.max(0, left - Math.max(0, passed));
  }

  /** Whether to show the clock of a seat: if the time is per turn, only the running one. */
  shown(seat: number): boolean {
    return this.clocks !== null && (this.kind === "live" || this.clocks.running === seat);
  }

  /** Whether little time is left. */
  low(seat: number): boolean {
    const whole = parseInt(this.clocks?.time.split(" ")[1] ?? "") * (this.kind === "days" ? DAY : 1);
    return this.clocks?.running === seat && this.left(seat) <= Math.min(LOW[this.kind], whole / 4);
  }

  /** Whether the clock of a seat is about to run, but is still paused. */
  standing(seat: number): boolean {
    return this.clocks?.running === seat && this.kind !== "days" && performance.now() - this.arrived < this.clocks.stands * 1000;
  }

  /** The remaining time of a seat: 3 days, 2 d 5 h, 5 h 12 m, 12:30, 0:07. */
  text(seat: number): string {
    if (!this.clocks) return "";
    const left = Math.ceil(this.left(seat));
    const hours = Math.floor((left % DAY) / HOUR);
    if (left >= DAY) return sayCount(hours ? "clock_days" : "clock_whole_days", Math.floor(left / DAY), { h: hours });
    if (left >= HOUR) return say("clock_hours", { h: hours, m: Math.floor((left % HOUR) / MINUTE) });
    return formatClock(left);
  }

  /** The warning about the remaining time to announce now, if any: a few in a turn. */
  warning(seat: number): string {
    if (this.clocks?.running !== seat) return "";
    const left = this.left(seat);
    const due = WARNINGS[this.kind].findLast((limit) => left <= limit && limit < this.warned);
    if (due === undefined) return "";
    this.warned = due;
    if (due >= HOUR) return sayCount("left_hours", due / HOUR);
    return due >= MINUTE ? sayCount("left_minutes", due / MINUTE) : sayCount("left_seconds", due);
  }

  private get kind(): Kind {
    return (this.clocks?.time.split(" ")[0] ?? "live") as Kind;
  }
}

export const clock = new Clock();
