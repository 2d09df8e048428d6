// The words of the dock.

import assert from "node:assert/strict";
import { test } from "node:test";
import { news, shared } from "../src/table/phrasing.ts";

const texts = (...all: string[]): { text: string }[] => all.map((text) => ({ text }));

test("alternatives share the words around what differs", () => {
  assert.deepEqual(shared(texts("Bid 24 (short) on M13", "Bid 31 (short) on M13")), ["Bid", "(short) on M13"]);
  assert.deepEqual(shared(texts("Take 1 grey floor", "Take 1 black floor")), ["Take 1", "floor"]);
});

test("something of its own is left of every alternative", () => {
  assert.deepEqual(shared(texts("Build here", "Build here now")), ["Build", ""]);
  assert.deepEqual(shared(texts("Pass", "Pass")), ["", ""]);
  assert.deepEqual(shared(texts("a b", "c b")), ["", "b"]);
});

test("a price or gain is not said twice", () => {
  const offer = { text: "Build on H7 for 1 brown floor and 1 black floor" };
  const lines = ["It costs 1 brown floor and 1 black floor.", "You gain 2 points.", "Nothing can be built on T4 any more."];
  assert.deepEqual(news({ lines }, offer), lines.slice(1));
});

test("the same amount in a sentence with more to say stays", () => {
  const lines = ["As things stand, you take the card in 5 rounds."];
  assert.deepEqual(news({ lines }, { text: "Assign a golem: 0 coins, finished in 5 rounds" }), lines);
});
