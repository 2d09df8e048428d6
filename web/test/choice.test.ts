// Choosing a move by its parts. Run: node --test web/test/

import assert from "node:assert/strict";
import { test } from "node:test";
import { Choice } from "../src/table/choice.ts";

const offer = (move: string, ...parts: string[]) => ({ move, text: move, group: [], parts });
const glowing = (choice: Choice): string[] => [...choice.glowing].sort();

test("every part of every offer glows", () => {
  const choice = new Choice([offer("a", "x"), offer("b", "y", "z"), offer("end")]);
  assert.deepEqual(glowing(choice), ["x", "y", "z"]);
  assert.equal(choice.candidate, null);
});

test("a part of only one offer chooses that offer", () => {
  const choice = new Choice([offer("a", "x"), offer("b", "y", "z")]);
  assert.ok(choice.pick("y"));
  assert.equal(choice.candidate?.move, "b");
  assert.ok(choice.decided);
  assert.deepEqual(glowing(choice), []);
});

test("parts that all remaining offers share do not glow", () => {
  const choice = new Choice([offer("a", "site", "hand", "red"), offer("b", "site", "hand", "blue"), offer("c", "other")]);
  choice.pick("site");
  assert.deepEqual(glowing(choice), ["blue", "red"]);
  assert.equal(choice.candidate, null);
});

test("offers with the same parts are stepped through, round and round", () => {
  const choice = new Choice([offer("r0", "cell"), offer("r1", "cell"), offer("r2", "cell"), offer("away", "card")]);
  choice.pick("cell");
  assert.equal(choice.alternatives.length, 3);
  assert.equal(choice.candidate?.move, "r0");
  choice.step(-1);
  assert.equal(choice.candidate?.move, "r2");
  choice.step(1);
  choice.step(1);
  assert.equal(choice.candidate?.move, "r1");
  assert.ok(!choice.decided);
});

test("an offer whose parts are all picked is chosen, although longer offers remain", () => {
  const choice = new Choice([offer("one", "x"), offer("two", "x", "y")]);
  choice.pick("x");
  assert.equal(choice.candidate?.move, "one");
  assert.deepEqual(glowing(choice), ["y"]);
  assert.ok(!choice.decided);
  choice.pick("y");
  assert.equal(choice.candidate?.move, "two");
});

test("back undoes one step at a time, and picking a part again drops it", () => {
  const choice = new Choice([offer("a", "x", "u"), offer("b", "x", "v"), offer("c", "w")]);
  choice.pick("x");
  choice.pick("u");
  assert.equal(choice.candidate?.move, "a");
  assert.ok(choice.back());
  assert.deepEqual(choice.parts, ["x"]);
  choice.pick("x");
  assert.ok(!choice.started);
  assert.ok(!choice.back());
});

test("a part of another offer starts a new choice, and an unknown part is refused", () => {
  const choice = new Choice([offer("a", "x", "u"), offer("b", "x", "v"), offer("c", "w")]);
  choice.pick("x");
  assert.ok(choice.pick("w"));
  assert.deepEqual(choice.parts, ["w"]);
  assert.equal(choice.candidate?.move, "c");
  assert.ok(!choice.pick("nothing"));
  assert.equal(choice.candidate?.move, "c");
});

test("a move from the list keeps the picked parts: back leads to them, another part starts a new choice", () => {
  const choice = new Choice([offer("a", "x", "u"), offer("b", "x", "v"), offer("c", "w")]);
  choice.pick("x");
  choice.name("b");
  assert.equal(choice.candidate?.move, "b");
  assert.deepEqual(choice.parts, ["x"]);
  assert.ok(choice.back());
  assert.equal(choice.candidate, null);
  assert.deepEqual(glowing(choice), ["u", "v"]);
  choice.name("c");
  assert.deepEqual(choice.parts, []);
});

test("a move can be chosen from the list, and each of hundreds of offers is looked at a few times", () => {
  let looks = 0;
  const counted = (move: string, ...parts: string[]) => ({ ...offer(move), get parts() { looks += 1; return parts; } });
  const many = Array.from({ length: 800 }, (_, k) => counted(`m${k}`, `cell-${k % 100}`, `turn-${Math.floor(k / 100)}`));
  const choice = new Choice(many);
  assert.equal(choice.glowing.size, 108);
  choice.name("m301");
  assert.equal(choice.candidate?.move, "m301");
  choice.pick("cell-7");
  assert.equal(choice.remaining.length, 8);
  assert.ok(looks < 10 * many.length, `${looks} looks`);
});
