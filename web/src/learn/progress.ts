// The learner's progress in a lesson: the step, and the right moves so far. It is stored, so that a reload continues.

import type { LessonStep } from "../wire";

export type Phase = "begun" | "right" | "end"; // of the current step; `end`: of the lesson

interface Kept {
  step: number;
  answers: string[];
  phase: Phase;
}

export class Progress {
  step = 0;
  phase: Phase = "begun";
  readonly steps: readonly LessonStep[];
  private answers: string[] = []; // one for each step that asks for a move, perhaps beyond the current step
  private readonly keep: (kept: Kept) => void;

  /** Continue from the stored progress, if it fits the lesson. */
  constructor(steps: readonly LessonStep[], kept: unknown, keep: (kept: Kept) => void) {
    [this.steps, this.keep] = [steps, keep];
    if (!isKept(kept) || kept.step < 0 || kept.step >= steps.length) return;
    [this.step, this.answers, this.phase] = [kept.step, kept.answers, kept.phase];
    if (this.answers.length < this.asked || (this.phase === "right" && !this.answer)) this.restart();
  }

  get last(): boolean {
    return this.step === this.steps.length - 1;
  }

  private get asked(): number {
    return this.steps.slice(0, this.step).filter((step) => step.asks).length;
  }

  /** The learner's move at the current step, perhaps from before they went back. */
  get answer(): string | undefined {
    return this.steps[this.step]?.asks ? this.answers[this.asked] : undefined;
  }

  /** Whether there is nothing left to do at the current step. */
  get done(): boolean {
    return this.phase === "right" || !this.steps[this.step]?.asks || this.answer !== undefined;
  }

  /** The beginning of the current step, as the server's parameters. */
  get place(): string {
    const answers = this.answers.slice(0, this.asked);
    return `&step=${this.step}${answers.map((move) => `&answers=${encodeURIComponent(move)}`).join("")}`;
  }

  /** The current position: after the right move of a step, not before it. */
  get present(): string {
    const made = this.phase === "right" ? this.answer : undefined;
    return this.place + (made === undefined ? "" : `&answers=${encodeURIComponent(made)}`);
  }

  /** The learner has made the right move. */
  answered(move: string): void {
    if (this.answer !== move) this.answers = [...this.answers.slice(0, this.asked), move];
    this.phase = "right";
    this.save();
  }

  next(): void {
    if (this.last) this.phase = "end";
    else this.go(this.step + 1);
    this.save();
  }

  back(): void {
    this.go(this.phase === "end" ? this.step : this.step - 1);
  }

  restart(): void {
    this.answers = [];
    this.go(0);
  }

  private go(step: number): void {
    [this.step, this.phase] = [Math.max(0, step), "begun"];
    this.save();
  }

  private save(): void {
    this.keep({ step: this.step, answers: this.answers, phase: this.phase });
  }
}

function isKept(kept: unknown): kept is Kept {
  if (typeof kept !== "object" || kept === null) return false;
  const { step, answers, phase } = kept as Partial<Record<keyof Kept, unknown>>;
  const moves = Array.isArray(answers) && answers.every((move) => typeof move === "string");
  return Number.isInteger(step) && moves && (phase === "begun" || phase === "right" || phase === "end");
}
