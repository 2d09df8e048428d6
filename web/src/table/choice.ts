// Choosing a move by its parts: each picked part narrows the offers, until one is left.

import type { Offer } from "../wire";

export class Choice {
  private picked: string[] = [];
  private named: string | null = null; // a move chosen from the list
  private offset = 0;

  offers: Offer[];

  constructor(offers: Offer[] = []) {
    this.offers = offers;
  }

  /** The picked parts, in order. */
  get parts(): readonly string[] {
    return this.picked;
  }

  /** The move chosen from the list, if any. */
  get namedMove(): string | null {
    return this.named;
  }

  get started(): boolean {
    return this.steps > 0;
  }

  /** How many clicks it took so far. */
  get steps(): number {
    return this.picked.length + (this.named === null ? 0 : 1);
  }

  /** The offers that contain all picked parts. */
  get remaining(): Offer[] {
    if (this.named !== null) return this.offers.filter((offer) => offer.move === this.named);
    return this.offers.filter((offer) => this.picked.every((part) => offer.parts.includes(part)));
  }

  /** The parts that would narrow the choice. */
  get glowing(): Set<string> {
    if (this.named !== null) return new Set();
    const remaining = this.remaining;
    const parts = new Set<string>();
    if (remaining.length === 1 && this.started) return parts;
    for (const offer of remaining) for (const part of this.undecided(offer, remaining)) parts.add(part);
    return parts;
  }

  /** The offers that no further part can tell apart; the player steps through them. */
  get alternatives(): Offer[] {
    if (!this.started) return [];
    const remaining = this.remaining;
    if (remaining.length === 1) return remaining;
    return remaining.filter((offer) => this.undecided(offer, remaining).length === 0);
  }

  /** The chosen offer, not yet confirmed. */
  get candidate(): Offer | null {
    return this.alternatives[this.index] ?? null;
  }

  /** The part that the choice is about: the last one picked. */
  get about(): string | null {
    return this.picked.at(-1) ?? this.candidate?.parts.at(-1) ?? null;
  }

  /** The alternative that is shown. */
  get index(): number {
    const count = this.alternatives.length;
    return count ? ((this.offset % count) + count) % count : 0;
  }

  /** Whether there is nothing left to choose. */
  get decided(): boolean {
    return this.alternatives.length === 1 && this.remaining.length === 1;
  }

  /** The unpicked parts of an offer that some other offer lacks. */
  private undecided(offer: Offer, remaining: Offer[]): string[] {
    return offer.parts.filter(
      (part) =>
        !this.picked.includes(part) && (!this.started || !remaining.every((other) => other.parts.includes(part))),
    );
  }

  /** Pick a part. Picking it again drops it and all later ones; a part of other offers starts a new choice. Returns false
   * if no offer has the part. */
  pick(part: string): boolean {
    const index = this.picked.indexOf(part);
    if (index >= 0 && this.named === null) {
      this.picked.length = index;
      this.offset = 0;
      return true;
    }
    if (!this.offers.some((offer) => offer.parts.includes(part))) return false;
    const fits = this.named === null && this.remaining.some((offer) => offer.parts.includes(part));
    this.picked = fits ? [...this.picked, part] : [part];
    this.named = null;
    this.offset = 0;
    return true;
  }

  /** Choose a move from the list. Its picked parts stay picked, so that `back` leads to them. */
  name(move: string): void {
    const parts = this.offers.find((offer) => offer.move === move)?.parts ?? [];
    this.picked = this.picked.every((part) => parts.includes(part)) ? this.picked : [];
    this.named = move;
    this.offset = 0;
  }

  step(by: number): void {
    this.offset += by;
  }

  goTo(index: number): void {
    this.offset = index;
  }

  /** Undo the last step. Returns false if there is none. */
  back(): boolean {
    if (!this.started) return false;
    if (this.named !== null) this.named = null;
    else this.picked.pop();
    this.offset = 0;
    return true;
  }

  clear(): void {
    this.picked = [];
    this.named = null;
    this.offset = 0;
  }

  /** The offers that would remain if a part were picked too. */
  offersWith(part: string): Offer[] {
    const base = this.named === null ? this.remaining : this.offers;
    const matching = base.filter((offer) => offer.parts.includes(part));
    return matching.length ? matching : this.offers.filter((offer) => offer.parts.includes(part));
  }
}
