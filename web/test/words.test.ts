// Messages follow the plural rule of the page's language; what is not translated is English, with its own forms.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const root = { lang: "", dir: "" };
Object.assign(globalThis, { window: globalThis, document: { documentElement: root } });
const { isKey, say, sayCount, sayOr } = await import("../src/words.ts");

const speak = (lang: string, plurals: string[], texts: object): void => {
  root.lang = lang;
  Object.assign(globalThis, { words: { plurals, texts } });
};
const counted = (numbers: number[]): string[] => numbers.map((n) => sayCount("moves_n", n));

beforeEach(() => speak("en", ["one", "other"], { seat: "Seat {n}", moves_n: ["{n} move", "{n} moves"] }));

test("values are filled in", () => {
  assert.equal(say("seat", { n: 3 }), "Seat 3");
});

test("the form depends on the number", () => {
  assert.deepEqual(counted([0, 1, 2]), ["0 moves", "1 move", "2 moves"]);
});

test("Polish has three forms", () => {
  speak("pl", ["one", "few", "many"], { moves_n: ["{n} ruch", "{n} ruchy", "{n} ruchów"] });
  assert.deepEqual(counted([1, 4, 12, 22, 25]), ["1 ruch", "4 ruchy", "12 ruchów", "22 ruchy", "25 ruchów"]);
});

test("Arabic has six forms, in the order of its catalogue", () => {
  const names = ["zero", "one", "two", "few", "other", "many"];
  speak("ar", names, { moves_n: names });
  assert.deepEqual(counted([0, 1, 2, 7, 100, 17]), names);
});

test("Japanese has one form", () => {
  speak("ja", ["other"], { moves_n: ["{n} 手"] });
  assert.deepEqual(counted([1, 2]), ["1 手", "2 手"]);
});

test("a message that is not translated has the forms of English", () => {
  speak("ru", ["one", "few", "many"], { moves_n: { english: ["{n} move", "{n} moves"] } });
  assert.deepEqual(counted([1, 21]), ["1 move", "21 moves"]);
});

test("a key that does not exist is noticed", () => {
  assert.ok(isKey("seat"));
  assert.ok(!isKey("toString"));
  assert.equal(sayOr("level_own", "own"), "own");
});
