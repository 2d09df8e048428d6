// The clocks: every update says how much time is left, and the page counts down by itself until the next one.

import type { Clocks, Update } from "../wire";
import { formatClock, say, sayCount } from "../words";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
const SLEPT = 2000; // milliseconds by which the time of the day may run ahead of the page's own

/** When little time is left, in seconds; never more than a quarter of it. */
const LOW = { live: 30, turn: 10, days: 6 * HOUR } as const;
/** When the player is told how much is left, in seconds. */
const WARNINGS = { live: [60, 30, 10], turn: [30, 10], days: [DAY, 6 * HOUR, HOUR] } as const;

type Kind = keyof typeof LOW;

export class Clock {
  private clocks: Clocks | null = null;
  private arrived = 0; // of the page's own time, which nobody sets
  private offset = 0; // between the time of the day and the page's own
  private warned = Infinity; // the last warning, in seconds

  /** Take what an update says. The clocks do not wait until the page shows it. */
  take(frame: Update): void {
    const seat = (frame.status === "over" ? null : frame.clock?.running) ?? -1;
    const before = this.clocks?.running === seat ? this.left(seat) : -1;
    this.clocks = frame.status === "over" ? null : frame.clock;
    this.arrived = performance.now();
    this.offset = Date.now() - this.arrived;
    if (this.left(seat) > before + 1) this.warned = this.left(seat); // another turn: its warnings are to come
  }

  /** Whether the computer has slept since the last update: the page's own time may have stood still. */
  slept(): boolean {
    if (!this.clocks || Math.abs(Date.now() - performance.now() - this.offset) < SLEPT) return false;
    this.offset = Date.now() - performance.now();
    return true;
  }

  /** The seconds that a seat has left. */
  left(seat: number): number {
    const left = this.clocks?.left[seat] ?? 0;
    if (!this.clocks || this.clocks.running !== seat) return left;
    const passed = (performance.now() - this.arrived) / 1000 - this.clocks.stands;
    return Math.max(0, left - Math.max(0, passed));
  }

  /** Whether the clock of a seat is worth showing: if every turn has its own time, only the one that runs is. */
  shown(seat: number): boolean {
    return this.clocks !== null && (this.kind === "live" || this.clocks.running === seat);
  }

  /** Whether little time is left. */
  low(seat: number): boolean {
    const whole = parseInt(this.clocks?.time.split(" ")[1] ?? "") * (this.kind === "days" ? DAY : 1);
    return this.clocks?.running === seat && this.left(seat) <= Math.min(LOW[this.kind], whole / 4);
  }

  /** Whether the clock of a seat is about to run, but stands still. */
  standing(seat: number): boolean {
    return this.clocks?.running === seat && this.kind !== "days" && performance.now() - this.arrived < this.clocks.stands * 1000;
  }

  /** The time that a seat has left: 3 days, 2 d 5 h, 5 h 12 m, 12:30, 0:07. */
  text(seat: number): string {
    if (!this.clocks) return "";
    const left = Math.ceil(this.left(seat));
    const hours = Math.floor((left % DAY) / HOUR);
    if (left >= DAY) return sayCount(hours ? "clock_days" : "clock_whole_days", Math.floor(left / DAY), { h: hours });
    if (left >= HOUR) return say("clock_hours", { h: hours, m: Math.floor((left % HOUR) / MINUTE) });
    return formatClock(left);
  }

  /** What to tell the player now about the time that is left: a few times in a turn, else nothing. */
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
