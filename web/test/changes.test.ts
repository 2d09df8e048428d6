// The elements of a picture, and what updates change in them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, changed, removed } from "../src/table/changes.ts";

const change = (more: object) => ({ whole: false, changed: {}, removed: [], order: [], ...more });
const before = new Map([["a", "A"], ["b", "B"], ["c", "C"]]);

test("a changed element keeps its place", () => {
  assert.deepEqual([...applied(before, change({ changed: { b: "B2" } }))], [["a", "A"], ["b", "B2"], ["c", "C"]]);
});

test("elements go, come, and follow the order", () => {
  const after = applied(before, change({ changed: { d: "D" }, removed: ["b"], order: ["d", "c", "a"] }));
  assert.deepEqual([...after], [["d", "D"], ["c", "C"], ["a", "A"]]);
  assert.deepEqual(changed(before, after), ["d"]);
  assert.deepEqual(removed(before, after), ["b"]);
});

test("a whole picture replaces everything", () => {
  assert.deepEqual([...applied(before, change({ whole: true, changed: { z: "Z", a: "A" } }))], [["z", "Z"], ["a", "A"]]);
});

test("the picture before a change stays as it was", () => {
  applied(before, change({ changed: { a: "?" }, removed: ["b"] }));
  assert.deepEqual([...before], [["a", "A"], ["b", "B"], ["c", "C"]]);
});
