// Choosing a move by its parts: each part that is picked leaves fewer offers, until one is meant.

import type { Offer } from "./frames";

export class Choice {
  private picked: string[] = [];
  private named: string | null = null; // a move that was chosen by its words
  private step = 0;

  offers: Offer[];

  constructor(offers: Offer[] = []) {
    this.offers = offers;
  }

  /** Parts that have been picked, in order. */
  get parts(): readonly string[] {
    return this.picked;
  }

  /** The move that was chosen by its words, if any. */
  get called(): string | null {
    return this.named;
  }

  get begun(): boolean {
    return this.picked.length > 0 || this.named !== null;
  }

  /** The offers that have all the picked parts. */
  get remaining(): Offer[] {
    if (this.named !== null) return this.offers.filter((offer) => offer.move === this.named);
    return this.offers.filter((offer) => this.picked.every((part) => offer.parts.includes(part)));
  }

  /** Parts that make a difference now. */
  get glowing(): Set<string> {
    if (this.named !== null) return new Set();
    const remaining = this.remaining;
    const found = new Set<string>();
    if (remaining.length === 1 && this.begun) return found;
    for (const offer of remaining) for (const part of this.open(offer, remaining)) found.add(part);
    return found;
  }

  /** Offers between which no part can decide any more: they are stepped through. */
  get ways(): Offer[] {
    if (!this.begun) return [];
    const remaining = this.remaining;
    if (remaining.length === 1) return remaining;
    return remaining.filter((offer) => this.open(offer, remaining).length === 0);
  }

  /** The offer that is chosen but not confirmed. */
  get candidate(): Offer | null {
    const ways = this.ways;
    return ways.length ? (ways[this.at] ?? null) : null;
  }

  /** Which of the ways is shown. */
  get at(): number {
    const many = this.ways.length;
    return many ? ((this.step % many) + many) % many : 0;
  }

  /** Whether nothing is left to decide. */
  get decided(): boolean {
    return this.ways.length === 1 && this.remaining.length === 1;
  }

  private open(offer: Offer, remaining: Offer[]): string[] {
    return offer.parts.filter(
      (part) =>
        !this.picked.includes(part) && (!this.begun || !remaining.every((other) => other.parts.includes(part))),
    );
  }

  /** Pick a part. One that is picked already is put down with all after it; one that belongs to other offers
   * begins anew. False if no offer has it. */
  pick(part: string): boolean {
    const place = this.picked.indexOf(part);
    if (place >= 0 && this.named === null) {
      this.picked.length = place;
      this.step = 0;
      return true;
    }
    if (!this.offers.some((offer) => offer.parts.includes(part))) return false;
    const fits = this.named === null && this.remaining.some((offer) => offer.parts.includes(part));
    this.picked = fits ? [...this.picked, part] : [part];
    this.named = null;
    this.step = 0;
    return true;
  }

  /** Choose a move by its words. What was picked of it stays picked: one step back leads there. */
  name(move: string): void {
    const parts = this.offers.find((offer) => offer.move === move)?.parts ?? [];
    this.picked = this.picked.every((part) => parts.includes(part)) ? this.picked : [];
    this.named = move;
    this.step = 0;
  }

  turn(by: number): void {
    this.step += by;
  }

  go(to: number): void {
    this.step = to;
  }

  /** One step back; false when there is nothing to take back. */
  back(): boolean {
    if (!this.begun) return false;
    if (this.named !== null) this.named = null;
    else this.picked.pop();
    this.step = 0;
    return true;
  }

  clear(): void {
    this.picked = [];
    this.named = null;
    this.step = 0;
  }

  /** What would be left if a part were picked as well. */
  with(part: string): Offer[] {
    const base = this.named === null ? this.remaining : this.offers;
    const some = base.filter((offer) => offer.parts.includes(part));
    return some.length ? some : this.offers.filter((offer) => offer.parts.includes(part));
  }
}
