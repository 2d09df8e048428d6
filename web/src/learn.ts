// The lesson of a title: the table page, with a coach who explains one step at a time. The table is not on the server;
// its frames come from the lesson's own connection.

import { $, el, icon, render } from "./elements";
import { LessonLine } from "./learn/line";
import { Progress } from "./learn/progress";
import { attempt, createTable, errorText, request, tableUrl, titles } from "./server";
import { loadJson, save, saveFlag } from "./storage";
import { line } from "./table/connection";
import type { Line } from "./table/connection";
import { lookAt } from "./table/look";
import { byKey } from "./table/picture";
import { API, TABLE, state } from "./table/state";
import type { LessonAnswer, LessonInfo, LessonStage } from "./wire";
import { language, say } from "./words";

const NOVICE = "bot:novice";
const LATER = 2000; // milliseconds until the request for the lesson is retried

let lesson: LessonInfo;
let progress: Progress;
let current: LessonLine | null = null;
let stage: LessonStage | null = null; // as last sent by the server
let answer: LessonAnswer | null = null; // to the last move of this step

async function load(): Promise<LessonInfo> {
  for (;;)
    try {
      return await request<LessonInfo>(`${API}?lang=${language()}`);
    } catch (error) {
      $("coach-say").textContent = `${say("lesson_failed")} ${errorText(error)}`;
      await new Promise((resolve) => setTimeout(resolve, LATER));
    }
}

// --- what happens ---

function begun(now: LessonStage): void {
  [stage, answer] = [now, null];
  state.place = progress.place;
  lookAt(progress.phase === "end" ? [] : now.show);
  show();
}

function judged(said: LessonAnswer): void {
  answer = said;
  state.place = progress.present;
  if (said.right) lookAt([]);
  else dropChoice();
  show();
  if (byKey && said.right) focusNext();
}

/** The stored answers do not fit because the lesson has changed: start again. */
function failed(why: string): void {
  if (progress.step === 0 && progress.phase === "begun") {
    $("trouble").textContent = why;
    return;
  }
  progress.restart();
  reopen();
}

let going = false; // moving to the next step

function next(): void {
  if (!progress.done || going) return;
  progress.next();
  if (progress.phase === "end") return ended();
  state.place = progress.place; // before the picture arrives and asks about its parts
  going = current !== null;
  void current?.advance().finally(() => (going = false));
}

function back(): void {
  progress.back();
  reopen();
}

function again(): void {
  progress.restart();
  reopen();
}

function ended(): void {
  answer = null;
  lookAt([]);
  show();
}

/** A first game against novices, with hints. */
function playFirst(button: HTMLButtonElement): Promise<void> {
  return attempt(button, (text) => ($("trouble").textContent = text), async () => {
    const title = (await titles()).find((row) => `lesson-${row.id}` === TABLE);
    if (!title) return;
    const players = title.players.includes(3) ? 3 : Math.min(...title.players);
    saveFlag("no-hints", false);
    const seats = Array.from({ length: players }, (_, k) => (k ? NOVICE : "me"));
    const created = await createTable({ title: title.id, players, seats, options: title.first_game, visibility: "unlisted" });
    location.assign(tableUrl(created.table));
  });
}

// --- the coach ---

function show(): void {
  if (!stage) return;
  const [k, n, end] = [progress.step + 1, progress.steps.length, progress.phase === "end"];
  document.body.dataset["lesson"] = end ? "end" : answer ? (answer.right ? "right" : "wrong") : stage.asks ? "move" : "read";
  document.body.dataset["step"] = stage.id;
  const before = $<HTMLButtonElement>("coach-back");
  before.disabled = progress.step === 0 && !end;
  [before.title, before.ariaLabel] = [say("lesson_back"), say("lesson_back")];
  $("coach-head").textContent = say("lesson_of", { title: lesson.title });
  $("coach-count").textContent = end ? "" : say("lesson_step", { k, n });
  const bar = $<HTMLProgressElement>("coach-progress");
  [bar.max, bar.value] = [n, end || progress.phase === "right" ? k : k - 1];
  const focused = $("coach").contains(document.activeElement);
  render($("coach-say"), [stage.id, language(), answer, end], () => (end ? farewell() : words()));
  render($("coach-ways"), [language(), end, progress.done], () => (end ? waysOn() : steps()));
  const said = $("coach-say");
  said.tabIndex = said.scrollHeight > said.clientHeight + 1 ? 0 : -1; // so that the arrow keys can scroll it
  if (byKey && (focused || document.activeElement === document.body)) focusNext();
}

function words(): Node[] {
  if (!stage) return [];
  if (answer?.right) return [el("p", { class: "coach-answer right" }, el("strong", {}, say("lesson_right")), ` ${answer.text}`)];
  const wrong = answer && el("p", { class: "coach-answer wrong" }, el("strong", {}, say("lesson_wrong")), ` ${answer.text}`);
  return [el("p", {}, stage.text), ...(wrong ? [wrong] : [])];
}

function steps(): (HTMLElement | null)[] {
  return [progress.done ? el("button", { type: "button", id: "coach-next", onclick: next }, say("lesson_next")) : null];
}

function farewell(): Node[] {
  return [el("p", { class: "coach-end" }, say("lesson_end")), el("p", {}, say("lesson_end_text"))];
}

function waysOn(): HTMLElement[] {
  const play = el("button", { type: "button", id: "coach-play", class: "grand", onclick: () => void playFirst(play) }, say("lesson_play"));
  return [
    play,
    el("a", { class: "button quiet", href: location.pathname.replace("/learn/", "/rules/") }, say("rules_link")),
    el("button", { type: "button", id: "coach-again", class: "quiet", onclick: again }, say("lesson_again")),
  ];
}

/** Keyboard users continue with Enter. If there is a move to make, the focus is in the picture. */
function focusNext(): void {
  const way = document.getElementById("coach-play") ?? document.getElementById("coach-next");
  if (way) way.focus({ preventScroll: true });
  else focusPicture();
}

// --- start ---

$("coach-back").append(icon("back"));
$("coach-back").addEventListener("click", back);
lesson = await load();
progress = new Progress(lesson.steps, loadJson(TABLE), (kept) => save(TABLE, JSON.stringify(kept)));
line.open = (url) => {
  state.place = progress.place;
  current = new LessonLine(url, progress, { begun, judged, changed: () => forget(), failed }, () => say("lesson_read"));
  return current as unknown as Line;
};
const { dropChoice, focusPicture, forget, reopen } = await import("./table");
