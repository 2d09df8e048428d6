// The players: letter, colour, points and whose turn it is. A click on a player shows more.

import { $, el, render } from "../elements";
import { botName, levelName, levelOptions, rememberLevel } from "../levels";
import { phone } from "../sizes";
import type { Person } from "../wire";
import { formatClock, language, say } from "../words";
import type { Key } from "../words";
import { awayFor, byCorrespondence, graceLeft, isAway, showAbsence, substitute } from "./absence";
import { clock } from "./clock";
import { connection } from "./connection";
import { following, speak } from "./log";
import { TABLE, colourClass, hasGivenUp, letter, nameOf, over, practice, seats, shownScores, state, stoodIn, sum, update } from "./state";
import { levels, sourceName } from "./title";

let open = -1; // the seat whose details are shown

export function showSeats(): void {
  const frame = update();
  const box = $("seats");
  box.hidden = !frame;
  if (!frame) return;
  box.classList.toggle("timed", frame.clock !== null && !over());
  const focus = document.activeElement?.closest("#seats") ? document.activeElement.id : "";
  const key = [seats(), frame.to_act, frame.status, frame.seat, language(), shownScores(), state.past?.seat, open, state.sources, sourceName(""), levels()];
  if (render(box, key, () => seats().map((_, k) => row(k))) && focus)
    document.getElementById(focus)?.focus({ preventScroll: true });
  tick();
  showThinking();
}

const SOON = 300; // milliseconds; a bot that decides faster shows no sign of thinking
let soon = 0;

/** Mark the bot that is thinking. */
function showThinking(): void {
  clearTimeout(soon);
  const frame = update();
  if (!frame) return;
  const bot = !over() && !frame.paused && !following() && frame.to_act !== null && seats()[frame.to_act]?.bot ? frame.to_act : -1;
  const left = SOON - frame.deciding * 1000 - (Date.now() - state.arrived);
  if (bot >= 0 && left > 0) soon = window.setTimeout(showThinking, left);
  [...$("seats").children].forEach((item, k) => item.classList.toggle("thinking", k === bot && left <= 0));
}

const GIVEN_UP = ["conceded", "left", "forfeited"] as const; // the messages for somebody who is out
type Mark = (typeof GIVEN_UP)[number] | "bot_plays";
const MARK_WORDS: Record<Mark, Key> = { conceded: "conceded", left: "has_left", forfeited: "forfeited", bot_plays: "bot_plays" };
/** The mark of a seat by the kind of a log entry, for a replay, where the current state does not apply. */
const MARKS: Record<string, Mark | undefined> = { concede: "conceded", leave: "left", forfeit: "forfeited", substitute: "bot_plays", timeout: "bot_plays" };

/** Why the person of a seat does not play at the moment shown. */
function markOf(k: number): Mark | undefined {
  const seat = seats()[k];
  if (state.past) return MARKS[stoodIn(k, state.past.entry)];
  return GIVEN_UP.find((what) => seat?.[what]) ?? (seat?.stand_in ? "bot_plays" : undefined);
}

function row(k: number): HTMLElement {
  const frame = update();
  const seat = seats()[k];
  if (!frame || !seat) return el("li");
  const turn = state.past ? state.past.seat === k : !over() && frame.to_act === k;
  const points = shownScores()[k]?.total ?? null;
  const notes = status(k);
  const replaced = markOf(k);
  const away = !replaced && isAway(k);
  return el(
    "li",
    { class: `${colourClass(k)}${turn ? " turn" : ""}${seat.here ? "" : " gone"}${replaced || away ? " replaced" : ""}${away ? " away" : ""}` },
    el(
      "button",
      {
        type: "button", class: "chair", id: `chair-${k}`, "aria-expanded": String(open === k), "aria-controls": `about-${k}`,
        onclick: () => {
          open = open === k ? -1 : k;
          showSeats();
        },
      },
      el("span", { class: "token", "aria-hidden": "true" }, letter(k)),
      k === frame.seat
        ? el("span", { class: "chair-name own" }, el("span", {}, nameOf(k)), el("span", { class: "you", "aria-hidden": "true" }, say("you")))
        : el("span", { class: "chair-name" }, nameOf(k)),
      replaced ? el("span", { class: "chair-mark", "aria-hidden": "true" }, say(MARK_WORDS[replaced])) : null,
      away ? el("span", { class: "chair-mark", "data-away": k, "aria-hidden": "true" }) : null,
      points === null ? null : el("span", { class: "chair-points" }, String(points), el("span", { class: "unseen" }, ` ${say("points_word")}`)),
      notes.length ? el("span", { class: "unseen" }, `, ${notes.join(", ")}`) : null,
      seat.bot && turn && !state.past && !frame.paused
        ? el("span", { class: "chair-clock dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"))
        : el("span", { class: "chair-clock", "data-clock": k, "aria-hidden": "true" }),
    ),
    details(k),
  );
}

function status(k: number): string[] {
  const frame = update();
  const seat = seats()[k];
  if (!frame || !seat) return [];
  const notes: string[] = [];
  if (k === frame.seat) notes.push(say("you"));
  const mark = markOf(k);
  if (mark && (state.past || mark !== "bot_plays")) notes.push(say(MARK_WORDS[mark]));
  if (seat.bot && !seat.stand_in) notes.push(botName(seat.bot));
  else if (seat.bot && !state.past) notes.push(say("stand_in", { name: levelName(seat.bot) })); // the current state, not for a replay
  else if (seat.program) notes.push(botName("program"));
  if (!seat.bot && k !== frame.seat && !state.past) notes.push(say(seat.here ? "here" : "away"));
  if (!over() && !frame.paused && frame.to_act === k) notes.push(say(seat.bot ? "thinking" : "to_play"));
  return notes;
}

/** The points by source, and a button to hand the seat to a bot or to take it back. */
function details(k: number): HTMLElement {
  const frame = update();
  const seat = seats()[k];
  const { points = {}, forecast = null } = shownScores()[k] ?? {};
  const sources = Object.keys(points).filter((source) => points[source] || forecast?.[source]);
  const ended = (n: number | undefined): HTMLElement | null => forecast && el("dd", { class: "ended" }, String(n ?? 0));
  const mine = frame?.seat ?? -1;
  return el(
    "div",
    { class: "chair-about", id: `about-${k}`, hidden: open !== k },
    el("p", { class: "chair-about-name" }, nameOf(k), el("span", { class: "soft" }, ` ${status(k).join(" · ")}`)),
    el(
      "dl",
      { class: `points${forecast ? " forecast" : ""}` },
      forecast && el("dt", { class: "soft" }, ""),
      forecast && el("dd", { class: "soft" }, say("points_now")),
      forecast && el("dd", { class: "soft ended" }, say("points_ended")),
      ...sources.flatMap((source) => [el("dt", {}, sourceName(source)), el("dd", {}, String(points[source])), ended(forecast?.[source])]),
      el("dt", { class: "sum" }, say("total")),
      el("dd", { class: "sum" }, String(shownScores()[k]?.total ?? "–")),
      forecast && el("dd", { class: "sum ended" }, String(sum(forecast))),
    ),
    el("p", { class: "soft" }, `${say("time_used")}: ${formatClock(seat?.seconds ?? 0)}`),
    frame?.clock && !over() && !seat?.bot ? el("p", { class: "soft" }, `${say("time_left")}: `, el("span", { "data-left": k })) : null,
    seat && mine >= 0 && !seat.bot && !seat.program && seat.name !== say("someone") ? profileLink(k) : null,
    !over() && seat?.bot && practice() && !frame?.rated ? levelField(k, seat, seat.bot) : null,
    !over() && k === mine && seat?.bot && !hasGivenUp(seat)
      ? el("button", { type: "button", id: "resume", onclick: resume }, say("resume"))
      : null,
    !over() && mine >= 0 && k !== mine && seat && seat.absent !== null ? el("p", { class: "soft", "data-absent": k }) : null,
    !over() && mine >= 0 && k !== mine && seat && seat.absent !== null
      ? el(
          "button",
          { type: "button", id: `stand-in-${k}`, class: "quiet", disabled: seat.absent > 0, "aria-label": say("substitute_for", { name: seat.name }), onclick: () => substitute(k) },
          say("substitute"),
        )
      : null,
  );
}

function profileLink(k: number): HTMLElement {
  const own = k === update()?.seat;
  return el(
    "p",
    {},
    el("a", { href: own ? "/profile" : `/tables/${encodeURIComponent(TABLE)}/people/${k}`, "aria-label": say("profile_of", { name: nameOf(k) }) }, say("profile_link")),
  );
}

/** The level of a bot, in a game of one person against bots, to change it. */
function levelField(k: number, seat: Person, bot: string): HTMLElement {
  const all = levels().includes(bot) ? levels() : [bot, ...levels()];
  const select = el(
    "select",
    {
      id: `level-${k}`, "aria-label": say("level_of", { name: seat.name }),
      onchange: () => {
        const level = select.value;
        select.value = bot; // until the server confirms
        if (connection.send({ type: "level", seen: state.number, seat: k, bot: level })) rememberLevel(level);
      },
    },
    ...levelOptions(all, bot),
  );
  return el("p", { class: "field side-by-side" }, el("label", { for: `level-${k}` }, say("level")), select);
}

/** Close the details. Returns false if none were open. */
export function closeSeat(): boolean {
  if (open < 0) return false;
  const back = open;
  open = -1;
  showSeats();
  document.getElementById(`chair-${back}`)?.focus({ preventScroll: true });
  return true;
}

/** Take one's own seat back from a bot. */
export function resume(): void {
  connection.send({ type: "resume", seen: state.number });
}

/** Tell when a bot may play for somebody who is away. */
function showWaiting(text: HTMLElement, k: number): void {
  const left = graceLeft(k);
  const together = byCorrespondence();
  const words = left ? say("absent_until", { time: formatClock(left) }) : say(together ? "absent_agree" : "absent_now");
  if (text.textContent !== words) text.textContent = words;
  const button = document.getElementById(`stand-in-${k}`) as HTMLButtonElement | null;
  if (button && button.disabled !== left > 0) button.disabled = left > 0;
}

/** Update the clocks: the remaining time, or in a game without clocks the duration of the current decision. */
export function tick(): void {
  const frame = update();
  const playing = frame && !over();
  for (const text of document.querySelectorAll<HTMLElement>("[data-clock]")) {
    const k = Number(text.dataset["clock"]);
    let words = "";
    if (playing && frame.clock) words = clock.shown(k) && !seats()[k]?.bot ? clock.text(k) : "";
    else if (playing && k === frame.to_act) words = formatClock(frame.deciding + (Date.now() - state.arrived) / 1000);
    if (text.textContent !== words) text.textContent = words;
    text.classList.toggle("low", words !== "" && clock.low(k));
    const stands = words !== "" && clock.standing(k);
    text.classList.toggle("stands", stands);
    text.title = stands ? say("time_stands") : "";
  }
  for (const text of document.querySelectorAll<HTMLElement>("[data-left]")) {
    const words = clock.text(Number(text.dataset["left"]));
    if (text.textContent !== words) text.textContent = words;
  }
  for (const text of document.querySelectorAll<HTMLElement>("[data-absent]")) showWaiting(text, Number(text.dataset["absent"]));
  for (const text of document.querySelectorAll<HTMLElement>("[data-away]")) {
    const time = phone.matches && frame?.clock ? "" : formatClock(awayFor(Number(text.dataset["away"]))); // no room beside a clock
    const words = `${say("away")} ${time}`.trim();
    if (text.textContent !== words) text.textContent = words;
  }
  showAbsence();
  const warning = playing ? clock.warning(frame.seat) : "";
  if (warning) speak(warning);
}
