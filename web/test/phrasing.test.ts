// The words of the dock.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shared } from "../src/table/phrasing.ts";

const texts = (...all: string[]): { text: string }[] => all.map((text) => ({ text }));

test("alternatives share the words around what differs", () => {
  assert.deepEqual(shared(texts("Bid 24 (short) on M13", "Bid 31 (short) on M13")), ["Bid", "(short) on M13"]);
  assert.deepEqual(shared(texts("Take 1 grey floor", "Take 1 black floor")), ["Take 1", "floor"]);
});

test("sentences keep their ends", () => {
  const [white, grey] = ["Build on F6 in white for 1 white floor", "Build on F6 in grey for 1 grey floor"];
  assert.deepEqual(shared(texts(white, grey)), ["Build on F6 in", ""]);
});

test("something of its own is left of every alternative", () => {
  assert.deepEqual(shared(texts("Build here", "Build here now")), ["Build", ""]);
  assert.deepEqual(shared(texts("Pass", "Pass")), ["", ""]);
  assert.deepEqual(shared(texts("a b", "c b")), ["", "b"]);
});
