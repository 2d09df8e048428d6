// The elements of a picture, and what updates change in them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, changed, elementsOf, removed } from "../src/table/changes.ts";

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

test("a whole picture has the elements that updates have", () => {
  const title = '<title id="scene-title">A &lt;game></title>';
  const words = '<desc id="scene-words">Ada > Kim, "both"</desc>';
  const printed = '<rect id="board"/><g><title>Park</title><desc>Trees</desc></g><defs><path id="tree" d="M0 0"/></defs>';
  const pieces = ['<g id="a"><g><use href="#tree"/></g><g/><text x="1">a > b</text></g>', '<path id="b" aria-label="b > a" d="M0 0" />', '<use id="c" href="#tree"></use>'];
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" id="scene">${title}${words}${printed}<g id="pieces">${pieces.join("")}</g></svg>`;
  const [a = "", b = "", c = ""] = pieces;
  assert.deepEqual([...elementsOf(picture)], [["scene-title", title], ["scene-words", words], ["a", a], ["b", b], ["c", c]]);
  assert.deepEqual([...elementsOf(picture.replace(pieces.join(""), "")).keys()], ["scene-title", "scene-words"]);
});
