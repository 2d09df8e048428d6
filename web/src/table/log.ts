// The log, and what happened since the player's last turn.

import { $, el, icon, render } from "../elements";
import { levelName } from "../levels";
import { loadJson, save } from "../storage";
import type { Entry } from "../wire";
import { language, say, sayCount, signed } from "../words";
import { newsBySeat } from "./news";
import { beforePaint } from "./paint";
import { TABLE, colourClass, entries, letter, nameOf, over, seats, state, total, update } from "./state";

function sentences(entry: Entry): string[] {
  const name = nameOf(entry.seat);
  if (entry.kind === "undo") return [sayCount("log_undo", Number(entry.text), { name })];
  if (entry.kind === "redo") return [sayCount("log_redo", Number(entry.text), { name })];
  if (entry.kind === "substitute") return [say("log_substitute", { name, level: levelName(entry.text) })];
  const [bot = "", ...how] = entry.text.split(" ");
  const [level, ends, mine] = [levelName(bot), how.includes("end"), entry.seat === update()?.seat];
  if (entry.kind === "timeout") return [say(mine ? "log_timeout_you" : "log_timeout", { name, level })];
  if (entry.kind === "lapse") return [say(mine ? "log_lapse_you" : "log_lapse", { name }), ...entry.lines];
  if (entry.kind === "forfeit") return [say(ends ? "log_forfeit_end" : mine ? "log_forfeit_you" : "log_forfeit", { name, level })];
  if (entry.kind === "leave") return [say(ends ? "log_leave_end" : "log_leave", { name, level })];
  if (entry.kind === "concede") return [say(ends ? "log_concede_end" : "log_concede", { name, level })];
  if (entry.kind === "end") return [say(entry.text === "scores" ? "ended_scores" : "ended")];
  if (entry.kind === "level") return [say("log_level", { name, level: levelName(entry.text) })];
  if (entry.kind === "resume") return [say("log_resume", { name })];
  return entry.lines;
}

/** The text of a log entry; empty if it has not arrived. */
export function entryText(number: number): string {
  const entry = state.log.get(number);
  return entry ? sentences(entry).join(" ") : "";
}

let spoken = -1; // the last announced entry

export function showLog(): void {
  const box = $("log");
  const last = Number((box.lastElementChild as HTMLElement | null)?.dataset["number"] ?? 0);
  const fresh = entries().filter((entry) => entry.number > last);
  for (const entry of fresh) {
    const lines = sentences(entry);
    box.append(
      el(
        "li",
        { class: colourClass(entry.seat), hidden: !lines.length, "data-number": entry.number },
        el("span", { class: "token", "aria-hidden": "true" }, letter(entry.seat)),
        el("span", { class: "entry" }, ...lines.map((line) => el("span", { class: "line" }, line))),
        sayButton(),
      ),
    );
  }
  if (fresh.length) {
    const buttons = [...box.querySelectorAll<HTMLElement>("li:not([hidden]) .log-say")];
    for (const button of buttons) button.tabIndex = button === buttons.at(-1) ? 0 : -1; // use the arrow keys for the others
    beforePaint("log", scrollDown);
  }
  showMoment();
  const said = fresh.filter((entry) => entry.number > spoken).flatMap(sentences);
  if (spoken >= 0 && said.length) speak(said.join(" "));
  spoken = Math.max(spoken, update()?.number ?? 0);
}

/** A button to comment on a line, for those who may. */
function sayButton(): HTMLElement {
  const words = say("talk_point");
  return el("button", { type: "button", class: "log-say quiet", tabindex: -1, "aria-label": words, title: words }, icon("talk"));
}

/** Show a line of the log, and move the focus to it. */
export function goToLine(number: number): void {
  const line = $("log").querySelector<HTMLElement>(`[data-number="${number}"]`);
  for (const other of $("log").querySelectorAll(".pointed")) other.classList.remove("pointed");
  if (!line) return;
  atEnd = false;
  line.classList.add("pointed");
  line.tabIndex = -1;
  line.focus({ preventScroll: true });
  line.scrollIntoView({ block: "center" });
}

/** In a replay the log ends at the moment shown. In a finished game, every line links to its moment. */
function showMoment(): void {
  const at = state.past?.entry ?? Infinity;
  for (const line of $("log").children as HTMLCollectionOf<HTMLElement>) {
    const number = Number(line.dataset["number"]);
    line.classList.toggle("later", number > at);
    line.classList.toggle("now", number === at);
    const words = line.querySelector(".entry");
    if (over() && words) for (const [name, value] of [["role", "button"], ["tabindex", "0"]] as const) words.setAttribute(name, value);
  }
  if (state.past) beforePaint("moment", () => void $("log").querySelector(".now")?.scrollIntoView({ block: "nearest" }));
}

/** Whether the page is showing the decisions of others one by one. */
export const following = (): boolean => document.body.classList.contains("following");

let leaving = 0;

/** Nothing more to come: hide the caption after some milliseconds. */
export function hideCaption(time: number): void {
  clearTimeout(leaving);
  document.body.classList.remove("following");
  if ($("caption").contains(document.activeElement)) $("prompt").focus({ preventScroll: true });
  document.getElementById("caption-skip")?.toggleAttribute("hidden", true);
  const hide = (): void => ["caption", "story"].forEach((id) => ($(id).hidden = true));
  if (time) leaving = window.setTimeout(hide, time);
  else hide();
}

/** Show the latest decision beside the picture. */
export function showCaption(log: Entry[], skip: () => void): void {
  const box = $("caption");
  const last = log.findLast((entry) => sentences(entry).length);
  if (!last) return;
  clearTimeout(leaving);
  box.hidden = false;
  document.body.classList.add("following");
  showStory(last);
  const text = log.flatMap(sentences).join(" ");
  render(box, [last.number, text, language()], () => [
    el(
      "p",
      { class: colourClass(last.seat), "aria-hidden": "true", title: text },
      el("span", { class: "token" }, letter(last.seat)),
      el("span", { class: "caption-text" }, text),
    ),
    el("button", { type: "button", id: "caption-skip", class: "quiet small", title: say("skip_hint"), onclick: skip }, say("skip_ahead")),
  ]);
}

/** List in the dock what the others have done so far, in turn order. */
function showStory(last: Entry): void {
  const box = $("story");
  const all = entries().filter((entry) => sentences(entry).length);
  const mine = all.findLastIndex((entry) => entry.seat === update()?.seat);
  box.hidden = false;
  const line = (entry: Entry): HTMLElement =>
    el(
      "li",
      { class: `${colourClass(entry.seat)}${entry === last ? " now" : ""}` },
      el("span", { class: "token small" }, letter(entry.seat)),
      el("span", {}, sentences(entry).join(" ")),
    );
  box.replaceChildren(...all.slice(Math.max(mine + 1, all.length - 30)).map(line));
  beforePaint("story", () => void (box.scrollTop = box.scrollHeight));
}

/** Announce a text to screen readers, even if it is the same as before. */
export function speak(text: string): void {
  const box = $("spoken");
  box.append(el("p", {}, text));
  while (box.childElementCount > 6) box.firstElementChild?.remove();
}

/** Clear the log; the server will send it again in another language. */
export function forgetLog(): void {
  state.number = 0;
  state.log = new Map();
  $("log").replaceChildren();
}

let atEnd = true; // scroll to new lines, unless the player reads older ones
const scrollDown = (): void => {
  if (atEnd) $("log").scrollTop = $("log").scrollHeight;
};

export function followLog(): void {
  const box = $("log");
  box.addEventListener("scroll", () => {
    atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  });
  new ResizeObserver(scrollDown).observe(box);
}

// --- since your last turn ---

/** The totals after the player's last decision, which is entry `number`. */
interface LastTurn {
  number: number;
  totals: number[];
}

export function showSince(): void {
  const frame = update();
  const box = $("since");
  if (!frame || frame.seat < 0) {
    box.hidden = true;
    return;
  }
  const all = entries();
  const mine = all.findLast((entry) => entry.seat === frame.seat && !["substitute", "timeout", "forfeit", "leave", "concede"].includes(entry.kind))?.number ?? 0;
  const totals = seats().map((_, k) => total(k) ?? 0);
  if (frame.number === mine) save(`turn-${TABLE}`, JSON.stringify({ number: mine, totals }));
  const news = newsBySeat(all, frame.seat);
  const before = loadJson<LastTurn>(`turn-${TABLE}`);
  const gained = totals.map((now, k) => (before && before.number === mine ? now - (before.totals[k] ?? 0) : 0));
  box.hidden = !news.size || over();
  if (box.hidden) return;
  const gain = (k: number): HTMLElement | null => (gained[k] ? el("span", { class: "gain" }, signed(gained[k])) : null);
  const token = (k: number, size = ""): HTMLElement => el("span", { class: `token${size}`, "aria-hidden": "true" }, letter(k));
  render(box, [frame.number, mine, language(), gained, [...news]], () => [
    el(
      "summary",
      {},
      el("span", { class: "since-head" }, say("since")),
      ...[...new Set([...news.keys(), ...gained.keys()])]
        .filter((k) => news.has(k) || gained[k])
        .map((k) => el("span", { class: `since-seat ${colourClass(k)}` }, token(k, " small"), gain(k), el("span", { class: "since-last" }, (news.get(k) ?? []).join(" ")))),
    ),
    el(
      "div",
      { class: "since-lines" },
      el("ul", {}, ...[...news].map(([k, lines]) => el("li", { class: colourClass(k) }, token(k), el("span", {}, lines.join(" ")), gain(k)))),
      el("p", { class: "legend soft" }, el("span", { class: "legend-mark", "aria-hidden": "true" }), say("marks_legend")),
    ),
  ]);
}
