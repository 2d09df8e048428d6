// Short sounds from an oscillator; off by default.

import { loadFlag } from "../storage";
import type { Update } from "../wire";

type Sound = "turn" | "move" | "refused" | "over" | "talk";
const NOTES: Record<Sound, [hertz: number, at: number, duration: number][]> = {
  turn: [[659, 0, 0.16], [880, 0.12, 0.3]],
  move: [[392, 0, 0.09]],
  refused: [[196, 0, 0.12], [165, 0.1, 0.18]],
  talk: [[784, 0, 0.07], [988, 0.07, 0.1]],
  over: [[523, 0, 0.3], [659, 0.14, 0.3], [784, 0.28, 0.3], [1047, 0.42, 0.7]],
};

let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (!loadFlag("sounds")) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const [hertz, at, duration] of NOTES[name]) {
      const start = context.currentTime + at;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = name === "move" ? "triangle" : "sine";
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(0.14, start + 0.015);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + duration);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + duration + 0.05);
    }
  } catch {
    // No audio device; continue without sound.
  }
}

/** Play the sound for the difference between two updates. */
export function soundOf(before: Update, now: Update): void {
  if (now.status === "over" && before.status !== "over") sound("over");
  else if (now.offers.length && !before.offers.length) sound("turn");
  else if (now.number !== before.number) sound("move");
}
