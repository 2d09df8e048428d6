// Where the learner is in a lesson.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Progress } from "../src/learn/progress.ts";

const step = (id: string, asks: boolean) => ({ id, asks, text: "" });
const STEPS = [step("goal", false), step("turn", true), step("scoring", true), step("end", false)];

function begun(kept: unknown = null): { progress: Progress; kept: () => unknown } {
  let last: unknown = null;
  return { progress: new Progress(STEPS, kept, (now) => (last = structuredClone(now))), kept: () => last };
}

test("a step to read is done at once, one with a move after the right answer", () => {
  const { progress } = begun();
  assert.equal(progress.place, "&step=0");
  assert.ok(progress.done);
  progress.next();
  assert.ok(!progress.done);
  progress.answered("card 2, please");
  assert.ok(progress.done);
  assert.equal(progress.place, "&step=1");
  assert.equal(progress.present, "&step=1&answers=card%202%2C%20please");
  progress.next();
  assert.equal(progress.place, "&step=2&answers=card%202%2C%20please");
  assert.equal(progress.present, progress.place);
});

test("whoever goes back can go on again without repeating a move", () => {
  const { progress } = begun();
  progress.next();
  progress.answered("a");
  progress.next();
  progress.back();
  assert.equal(progress.place, "&step=1");
  assert.ok(progress.done);
  progress.next();
  assert.equal(progress.place, "&step=2&answers=a");
});

test("another move forgets what followed the one before", () => {
  const { progress } = begun({ step: 3, answers: ["a", "b"], phase: "begun" });
  progress.back();
  progress.back();
  progress.answered("c");
  progress.next();
  assert.equal(progress.place, "&step=2&answers=c");
  assert.ok(!progress.done);
});

test("the last step leads to the end, and back from there", () => {
  const { progress, kept } = begun({ step: 3, answers: ["a", "b"], phase: "begun" });
  progress.next();
  assert.deepEqual(kept(), { step: 3, answers: ["a", "b"], phase: "end" });
  assert.equal(begun(kept()).progress.phase, "end");
  progress.back();
  assert.deepEqual([progress.step, progress.phase], [3, "begun"]);
});

for (const kept of [
  null, 7, "x", {}, { step: 9, answers: [], phase: "begun" }, { step: 2, answers: [], phase: "begun" },
  { step: 1, answers: [], phase: "right" }, { step: 1, answers: [3], phase: "begun" }, { step: 0.5, answers: [], phase: "begun" },
  { step: 0, answers: [], phase: "lost" },
])
  test(`${JSON.stringify(kept)} does not fit: the lesson starts again`, () => {
    const { progress } = begun(kept);
    assert.deepEqual([progress.step, progress.phase, progress.place], [0, "begun", "&step=0"]);
  });
