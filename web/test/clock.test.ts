// The page counts down by itself, and knows when it cannot have done so.

import assert from "node:assert/strict";
import { dirname } from "node:path";
import { beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { english } from "../src/english.ts";

let [now, day] = [5000, 1_000_000_000]; // the page's own time and the time of the day, in milliseconds
Object.assign(globalThis, { window: globalThis, document: { documentElement: { lang: "en" } } });
Object.assign(globalThis, { words: { plurals: ["one", "other"], texts: english } });
Object.defineProperty(globalThis, "performance", { value: { now: () => now } });
Date.now = () => day;
const pass = (seconds: number, awake = true): void => {
  day += seconds * 1000;
  if (awake) now += seconds * 1000;
};

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const contents = 'export { Clock } from "./src/table/clock";';
const bundle = await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: "esm", write: false });
const { Clock } = await import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0]?.text ?? "")}`);

const [ME, ADA] = [0, 1];
const update = (time: string, left: number[], running: number | null, stands = 0, status = "playing"): object => ({
  status, clock: { time, timeout: "forfeit", left, running, stands },
});
let clock = new Clock();
beforeEach(() => (clock = new Clock()));

test("only the clock that runs counts down, and never below nought", () => {
  clock.take(update("live 600+15", [600, 500], ADA));
  pass(30.5);
  assert.deepEqual([clock.text(ME), clock.text(ADA)], ["10:00", "7:50"]);
  pass(1000);
  assert.equal(clock.text(ADA), "0:00");
  clock.take(update("live 600+15", [600, 480], null));
  pass(30);
  assert.deepEqual([clock.left(ME), clock.left(ADA)], [600, 480]);
});

test("a clock that stands still begins by itself", () => {
  clock.take(update("live 600+15", [600, 600], ME, 5));
  pass(4);
  assert.deepEqual([clock.left(ME), clock.standing(ME)], [600, true]);
  pass(11);
  assert.deepEqual([clock.left(ME), clock.standing(ME)], [590, false]);
});

test("days, hours and minutes", () => {
  const shown = (seconds: number): string => {
    clock.take(update("days 3", [seconds, 0], ME));
    return clock.text(ME);
  };
  assert.deepEqual([259_200, 187_300, 86_400, 18_725, 750, 6.2].map(shown), ["3 days", "2 d 4 h", "1 day", "5 h 12 m", "12:30", "0:07"]);
});

test("if every turn has its own time, only the clock that runs is shown", () => {
  clock.take(update("turn 60", [60, 60], ADA));
  assert.deepEqual([clock.shown(ME), clock.shown(ADA)], [false, true]);
  clock.take(update("live 600+15", [600, 600], ADA));
  assert.deepEqual([clock.shown(ME), clock.shown(ADA)], [true, true]);
});

test("little time is a quarter at most", () => {
  const low = (time: string, left: number): boolean => {
    clock.take(update(time, [left, left], ME));
    return clock.low(ME);
  };
  assert.deepEqual(
    [low("live 600+15", 31), low("live 600+15", 30), low("live 20+0", 20), low("turn 30", 7), low("days 1", 21_601), low("days 1", 21_600)],
    [false, true, false, true, false, true],
  );
  assert.equal(clock.low(ADA), false);
});

test("the player is warned a few times in a turn, and once for each", () => {
  clock.take(update("live 600+15", [100, 600], ME));
  const said: string[] = [];
  for (let second = 0; second < 100; second++) {
    pass(1);
    if (second === 55) clock.take(update("live 600+15", [clock.left(ME), 600], ME)); // somebody comes to watch
    said.push(clock.warning(ME));
  }
  assert.deepEqual(said.filter(Boolean), ["You have 1 minute left.", "You have 30 seconds left.", "You have 10 seconds left."]);
  clock.take(update("live 600+15", [15, 600], ADA));
  assert.equal(clock.warning(ME), "");
  clock.take(update("live 600+15", [15, 600], ME));
  assert.equal(clock.warning(ME), "");
  pass(6);
  assert.equal(clock.warning(ME), "You have 10 seconds left.");
});

test("a machine that slept asks once for the truth", () => {
  clock.take(update("live 600+15", [600, 600], ME));
  pass(3600);
  assert.equal(clock.slept(), false); // a page in the background
  pass(3600, false);
  assert.deepEqual([clock.slept(), clock.slept()], [true, false]);
});

test("a game that is over has no clocks", () => {
  clock.take(update("live 600+15", [600, 600], null, 0, "over"));
  assert.deepEqual([clock.text(ME), clock.shown(ME), clock.low(ME)], ["", false, false]);
});
