// A table: one socket, one picture, the moves in words. Everything shown comes from the last frame.

import { begin, dress } from "./bar";
import { $, narrow } from "./elements";
import { capital, count, say } from "./words";
import { placeless, showActions } from "./table/actions";
import { Card } from "./table/card";
import { Choice } from "./table/choice";
import { showClauses } from "./table/clauses";
import { Connection } from "./table/connection";
import type { Condition } from "./table/connection";
import type { Message, Offer, Update } from "./table/frames";
import { dismissHint, showHints } from "./table/hints";
import { keptPrompt, showKept } from "./table/kept";
import { showLobby } from "./table/lobby";
import { beginLog, forgetLog, showLog, showSince, speak } from "./table/log";
import { Moves } from "./table/moves";
import { Panel } from "./table/panel";
import { Picture, byKey } from "./table/picture";
import { reasons } from "./table/preview";
import { Replay } from "./table/replay";
import { ending, rememberPromise, showResult, showScore } from "./table/result";
import { closeSeat, showSeats, tick } from "./table/seats";
import { keysWork, oneClick, showSettings } from "./table/settings";
import { sound } from "./table/sounds";
import { learnTitle, titleName } from "./table/sources";
import { nameOf, over, seated, seats, state, update } from "./table/state";

const choice = new Choice();
const connection = new Connection(hear, showConnection);
const picture = new Picture({ pick, peek: peekPart, ask: (part) => void explain(part), away: () => void stepBack(), drawn });
const card = new Card(picture, { confirm, back: () => void stepBack(), turn, go: goTo, name: nameMove });
const moves = new Moves({ name: nameMove, peek: (offer) => !choice.begun && card.peek(offer ? [offer] : [], offer?.parts[0] ?? null) });
const panel = new Panel((part) => {
  if (part === "more") showSettings(panel);
  dress($("panel"));
  if (part === "rules") void showClauses();
});
const replay = new Replay(
  picture,
  () => showResult(replay),
  () => void panel.close(),
);
const chairs = {
  resume: () => command("resume"),
  substitute: (seat: number) => command("substitute", { seat, bot: "greedy" }),
};
const doing = {
  undo: (steps: number) => command("undo", { count: steps }),
  redo: () => command("redo", { count: 1 }),
  take: (offer: Offer) => (update()?.offers.length === 1 || oneClick() ? play(offer) : nameMove(offer.move)),
  list: () => panel.open("moves"),
};

let refusal = ""; // what the server last objected to
let onward = false; // one's own decision has led to another

function drawn(): void {
  showActions(doing);
  if (onward) picture.bring();
  onward = false;
}

// --- what is heard ---

function hear(message: Message): void {
  if (message.type === "update") updated(message);
  else if (message.type === "waiting") {
    const first = state.frame === null;
    state.frame = message;
    rememberPromise();
    if (first) void learnTitle(show);
    show();
  } else if (message.type === "refused") {
    refusal = message.reason;
    trouble(message.id ? say("refused", { reason: message.reason }) : `${capital(message.reason)}.`);
    if (message.id) sound("refused");
    if (connection.condition === "closed") closed();
    choice.clear();
    show();
  } else if (message.type === "done") show();
}

let offered = -1; // the number of the offers: in another language they are the same, and what is chosen stays

function updated(message: Update): void {
  const before = update();
  const fresh = before?.number !== message.number;
  const first = before === null;
  for (const entry of message.log) state.log.set(entry.number, entry);
  state.number = message.number;
  state.frame = message;
  state.arrived = Date.now();
  rememberPromise();
  choice.offers = message.offers;
  if (offered !== message.number || before?.offers.length !== message.offers.length) choice.clear();
  offered = message.number;
  if (fresh) {
    trouble("");
    onward = Boolean(before?.offers.length && message.offers.length);
  }
  if (first) void learnTitle(show);
  show();
  if (fresh) {
    void picture.draw();
    if (!first) noise(before, message);
  }
  if (message.status === "over") ended(first);
}

function noise(before: Update, now: Update): void {
  if (now.status === "over" && before.status !== "over") sound("over");
  else if (now.offers.length && !before.offers.length) sound("turn");
  else sound("move");
}

let seenEnd = false;
function ended(first: boolean): void {
  void replay.learn();
  if (seenEnd) return;
  seenEnd = true;
  if (!first) speak(ending());
  if (replay.at === null && !location.hash) panel.open("result", false);
}

// --- commands ---

function command(type: string, more: Record<string, unknown> = {}): void {
  trouble("");
  if (connection.command(type, more)) show();
}

function play(offer: Offer): void {
  command("play", { move: offer.move });
}

// --- choosing ---

function pick(part: string): void {
  if (state.busy || !update()?.offers.length) return;
  trouble("");
  if (choice.candidate && choice.called === null && choice.parts.at(-1) === part && (byKey || choice.decided)) return confirm();
  if (!choice.pick(part)) return void explain(part);
  chosen();
}

function nameMove(move: string): void {
  if (state.busy) return;
  if (choice.called === move) return confirm();
  choice.name(move);
  if (narrow.matches) panel.close();
  chosen();
}

function chosen(): void {
  if (oneClick() && choice.decided && choice.candidate) return play(choice.candidate);
  showChoice();
  const offer = choice.candidate;
  if (offer) window.setTimeout(() => void tellChoice(offer), 120);
  else if (choice.begun) speak(count("ways_n", choice.remaining.length));
}

/** What is chosen and what it would bring, for those who listen. */
async function tellChoice(offer: Offer): Promise<void> {
  if (choice.candidate !== offer || state.busy) return;
  const text = await card.words(offer);
  if (choice.candidate === offer) speak(say("chosen", { what: text }));
}

function confirm(): void {
  if (choice.candidate && !state.busy) play(choice.candidate);
}

function turn(by: number): void {
  choice.turn(by);
  chosen();
}

function goTo(way: number): void {
  choice.go(way);
  chosen();
}

/** One step back in the choice; false if there was none. */
function stepBack(): boolean {
  const done = choice.back();
  if (done) showChoice();
  return done;
}

let heardPeek = 0;
function peekPart(part: string | null, key: boolean): void {
  clearTimeout(heardPeek);
  if (choice.candidate || state.busy) return;
  const offers = part ? choice.with(part) : [];
  if (!choice.begun || offers.length) card.peek(offers, part);
  else showChoice();
  const only = offers[0];
  if (key && offers.length === 1 && only)
    heardPeek = window.setTimeout(() => void card.words(only).then((text) => document.activeElement?.id === part && speak(text)), 400);
}

/** Why a thing cannot be chosen. */
async function explain(part: string): Promise<void> {
  if (!update()?.offers.length) return;
  choice.clear();
  showChoice();
  const why = await reasons(part);
  trouble(why.length ? why.join(" ") : say("nothing_there", { what: picture.called(part) }));
}

function showChoice(): void {
  const able = !state.busy && replay.at === null;
  picture.light(able ? choice.glowing : new Set(), choice.parts);
  card.choose(choice);
  moves.show(choice.candidate);
}

// --- what is shown ---

const trouble = (text: string): void => {
  $("trouble").textContent = text;
};

function showConnection(condition: Condition): void {
  const box = $("connection");
  box.dataset["state"] = condition;
  box.textContent = say(condition);
  if (condition === "connected") trouble("");
  if (condition === "closed") closed();
}

/** The table was not opened: why, and what is known of it nevertheless. */
function closed(): void {
  if (state.frame) return;
  trouble("");
  $("connection").hidden = true; // there is nothing to reconnect to
  showPrompt();
  picture.rest();
  void showKept(refusal, showPrompt);
}

function prompt(): string {
  const frame = state.frame;
  if (!frame) return connection.condition === "closed" ? keptPrompt() : say("prompt_loading");
  if (frame.type === "waiting")
    return say(seated() ? "waiting_seated" : frame.free.length ? "waiting_standing" : "waiting_full");
  if (over()) return ending();
  if (frame.offers.length) return frame.prompt || say("your_turn");
  const turn = frame.to_act ?? 0;
  const about = say(seats()[turn]?.bot ? "bot_turn" : "other_turn", { name: nameOf(turn) });
  if (!seated()) return `${say("watching")} ${about}`;
  return seats()[frame.seat]?.bot ? `${say("bot_for_you")} ${about}` : about;
}

function showPrompt(): void {
  const text = prompt();
  const box = $("prompt");
  if (box.textContent !== text) {
    box.textContent = text;
    if (state.frame) speak(text);
  }
  const mine = Boolean(update()?.offers.length);
  document.body.classList.toggle("my-turn", mine);
  document.body.classList.toggle("busy", state.busy);
  document.title = `${mine ? "● " : ""}${titleName()} · Rooftop`;
}

function show(): void {
  const frame = state.frame;
  const data = document.body.dataset;
  data["status"] = !frame ? "loading" : frame.type === "waiting" ? "waiting" : frame.status;
  data["number"] = String(state.number);
  data["seat"] = String(frame?.seat ?? -1);
  const focused = document.activeElement;
  showPrompt();
  showLobby(speak, trouble);
  if (frame?.type === "waiting") picture.rest();
  showSeats(chairs);
  showActions(doing);
  showLog();
  showSince();
  showHints();
  showScore();
  if (panel.is("rules")) void showClauses();
  showResult(replay);
  showChoice();
  $("moves-count").textContent = update()?.offers.length ? String(update()?.offers.length) : "";
  $("promise").textContent = frame ? say("promise_hint", { hash: frame.commitment }) : "";
  openList();
  const active = document.activeElement;
  const lost = active === document.body && focused !== active;
  if (byKey && (lost || (active === $("prompt") && update()?.offers.length))) keepFocus();
}

/** Where nothing in the picture can be chosen and the moves are many, their list opens by itself. */
function openList(): void {
  const frame = update();
  if (!frame?.offers.length || state.busy || panel.isOpen || placeless().length < 4) return;
  if (choice.glowing.size === 0) panel.open("moves", false);
}

/** The keyboard is never lost: it goes on where something can be chosen. */
function keepFocus(): void {
  if (!picture.focus()) $("prompt").focus({ preventScroll: true });
}

// --- keys ---

addEventListener("keydown", (event) => {
  const typing = (event.target as Element).closest("input, select, textarea");
  if (event.key === "Escape") {
    if (stepBack() || dismissHint() || closeSeat(chairs) || panel.close() || replay.leave()) event.preventDefault();
    else trouble("");
    return;
  }
  if (event.key === "Enter" && document.activeElement === $("prompt") && choice.candidate) return confirm();
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !keysWork()) return;
  if (choice.ways.length > 1 && (event.key === "r" || event.key === "]")) turn(1);
  else if (choice.ways.length > 1 && (event.key === "R" || event.key === "[")) turn(-1);
  else if (event.key === "u" && update()?.undoable) doing.undo(1);
  else if (event.key === "m" && update()) panel.toggle("moves");
});

document.addEventListener("pointerdown", (event) => {
  const target = event.target as Element;
  const since = $<HTMLDetailsElement>("since");
  if (since.open && !since.contains(target)) since.open = false;
  if (!target.closest("#seats")) closeSeat(chairs);
});

// --- beginning ---

begin((what) => {
  showConnection(connection.condition);
  showSettings(panel);
  dress($("panel"));
  if (what === "theme") return void picture.draw();
  forgetLog();
  if (state.frame) state.frame.type === "update" && (state.frame.number = -1);
  void learnTitle(show);
  void replay.learn();
  connection.again();
});
$("panel-close").setAttribute("data-label", "close");
showSettings(panel);
beginLog();
dress();
panel.settle();
showConnection("connecting");
show();
setInterval(tick, 1000);
$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  if (!picture.focus()) $("prompt").focus();
});
connection.open();
