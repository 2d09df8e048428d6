// Decisions of others are shown one after the other; the player's own at once.

import assert from "node:assert/strict";
import { dirname } from "node:path";
import { beforeEach, mock, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const stored: Record<string, string> = {};
const page = { visibilityState: "visible", hidden: (): void => undefined };
Object.assign(globalThis, {
  window: globalThis,
  localStorage: { getItem: (key: string) => stored[key] ?? null },
  document: {
    get visibilityState() {
      return page.visibilityState;
    },
    addEventListener: (_: string, listener: () => void) => (page.hidden = listener),
    documentElement: { lang: "en" },
  },
  location: { pathname: "/tables/t" },
});
const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const contents = 'export { Follow, withheld } from "./src/table/follow"; export { newsBySeat } from "./src/table/news";';
const bundle = await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: "esm", write: false });
const { Follow, withheld, newsBySeat } = await import(`data:text/javascript,${encodeURIComponent(bundle.outputFiles[0]?.text ?? "")}`);

const [ME, ADA, BO] = [0, 1, 2];
const move = (number: number, seat: number, lines = [`${seat} moves`], about = lines.map(() => seat)) => ({
  number, seat, kind: "move", text: "x", lines, about,
});
const update = (number: number, log: object[], more = {}) => ({
  type: "update", number, seat: ME, log, offers: [], scores: [], seats: [{ bot: null }, { bot: "novice" }, { bot: "novice" }],
  picture: { whole: false, changed: {}, removed: [], order: [] }, ...more,
});
type Shown = [numbers: number[], behind: boolean];
let shown: Shown[] = [];
let follow: { take: (frame: object, look: string) => void; skip: () => void; forget: () => void; behind: boolean };
const take = (frame: object): void => follow.take(frame, "look");
const numbers = (): number[] => shown.flatMap(([all]) => all);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  stored["rooftop-pace"] = "200";
  page.visibilityState = "visible";
  shown = [];
  follow = new Follow((arrivals: { frame: { number: number } }[], behind: boolean) =>
    shown.push([arrivals.map(({ frame }) => frame.number), behind]),
  );
  take(update(5, [], { picture: { whole: true } }));
  shown = [];
});

test("decisions of others keep their order and pace, and the turn comes after the last", () => {
  take(update(6, [move(6, ADA)]));
  take(update(7, [move(7, BO)]));
  take(update(8, [move(8, ADA)], { offers: ["mine"] }));
  assert.deepEqual(shown, [[[6], true]]);
  mock.timers.tick(199);
  assert.deepEqual(numbers(), [6]);
  mock.timers.tick(1);
  assert.deepEqual(numbers(), [6, 7]);
  mock.timers.tick(200);
  assert.deepEqual(numbers(), [6, 7, 8]);
  assert.ok(follow.behind, "the last picture has not come to rest");
  mock.timers.tick(200);
  assert.deepEqual(shown.at(-1), [[], false]);
  assert.ok(!follow.behind);
});

test("the player's own decision is shown at once, and the next one waits its time", () => {
  take(update(6, [move(6, ME)]));
  assert.deepEqual(shown, [[[6], false]]);
  take(update(7, [move(7, ADA)]));
  assert.deepEqual(numbers(), [6]);
  mock.timers.tick(200);
  assert.deepEqual(numbers(), [6, 7]);
});

test("a skip shows everything now", () => {
  for (const number of [6, 7, 8, 9]) take(update(number, [move(number, ADA)]));
  follow.skip();
  assert.deepEqual(shown.at(-1), [[7, 8, 9], false]);
  mock.timers.tick(5000);
  assert.deepEqual(numbers(), [6, 7, 8, 9]);
});

test("a hidden page and a pace of nought wait for nothing", () => {
  take(update(6, [move(6, ADA)]));
  take(update(7, [move(7, ADA)]));
  page.visibilityState = "hidden";
  page.hidden();
  assert.deepEqual(shown.at(-1), [[7], false]);
  take(update(8, [move(8, ADA)]));
  assert.deepEqual(shown.at(-1), [[8], false]);
  page.visibilityState = "visible";
  stored["rooftop-pace"] = "0";
  take(update(9, [move(9, ADA)]));
  assert.deepEqual(shown.at(-1), [[9], false]);
});

test("a whole picture ends the wait", () => {
  take(update(6, [move(6, ADA)]));
  take(update(7, [move(7, ADA)]));
  take(update(9, [move(8, ADA), move(9, BO)], { picture: { whole: true } }));
  assert.deepEqual(shown.at(-1), [[7, 9], false]);
});

test("what is no decision is shown in its place, without waiting", () => {
  take(update(5, []));
  assert.deepEqual(shown, [[[5], false]]);
  take(update(6, [move(6, ADA)]));
  take(update(7, [move(7, ADA)]));
  take(update(7, []));
  mock.timers.tick(200);
  assert.deepEqual(numbers(), [5, 6, 7, 7]);
});

test("a bot in the player's own seat is followed too", () => {
  const seats = [{ bot: "novice" }, { bot: "novice" }];
  take(update(6, [move(6, ME)], { seats }));
  take(update(7, [move(7, ME)], { seats }));
  assert.deepEqual(numbers(), [6]);
});

test("a long queue is shown more quickly", () => {
  for (let number = 6; number < 46; number += 1) take(update(number, [move(number, ADA)]));
  const pass = (time: number): void => {
    for (let k = 0; k < time; k += 5) mock.timers.tick(5); // a timer that starts another one
  };
  pass(2000);
  const after = numbers().length;
  assert.ok(after > 25, `${after} of 40 in the time of 11`);
  pass(5000);
  assert.deepEqual(numbers(), Array.from({ length: 40 }, (_, k) => k + 6));
});

test("while more is to come, there is nothing to decide", () => {
  const frame = update(6, [move(6, ADA)], { status: "over", to_act: null, offers: ["a"], hints: ["b"], undoable: 2, redoable: 1, prompt: "Do", scores: [{ rank: 1, total: 3 }] });
  const held = withheld(frame, BO);
  assert.deepEqual([held.status, held.to_act, held.prompt], ["playing", ADA, ""]);
  assert.deepEqual([held.offers, held.hints, held.undoable, held.redoable], [[], [], 0, 0]);
  assert.deepEqual(held.scores, [{ rank: null, total: 3 }]);
  assert.deepEqual(frame.offers, ["a"], "the update itself stays");
});

// --- news since the player's last turn ---

const entry = (number: number, seat: number, kind: string, text = "") => ({ number, seat, kind, text, lines: [], about: [] });

test("the news have one line for each opponent, with what one's own decision caused", () => {
  const log = [
    move(1, ADA, ["old"]),
    move(2, ME, ["I pass.", "Ada wins the auction.", "I get a disc."], [ME, ADA, ME]),
    move(3, ADA, ["Ada builds.", "I lose a disc."], [ADA, ME]),
    move(4, BO, ["Bo builds."]),
    move(5, ADA, ["Ada takes a card."]),
  ];
  assert.deepEqual([...newsBySeat(log, ME)], [
    [ADA, ["Ada wins the auction.", "Ada builds.", "I lose a disc.", "Ada takes a card."]],
    [BO, ["Bo builds."]],
  ]);
});

test("what was taken back is no news", () => {
  const log = [
    move(1, ME), move(2, ADA, ["one"]), move(3, ADA, ["two"]), entry(4, ADA, "undo", "2"), entry(5, ADA, "redo", "1"), move(6, ADA, ["three"]),
  ];
  assert.deepEqual([...newsBySeat(log, ME)], [[ADA, ["one", "three"]]]);
});

test("before the player's first turn, everything is news", () => {
  assert.deepEqual([...newsBySeat([move(1, BO, ["first"])], ME)], [[BO, ["first"]]]);
});
