// The table page: a socket, the picture, and the moves in words. Everything shown comes from the last frame.

import { $ } from "./elements";
import { showAnnouncement, startPage, translate } from "./page";
import { narrow, phone } from "./sizes";
import type { Frame, Offer, Update } from "./wire";
import { say, sayCount } from "./words";
import { focusLast, isButton, offersWithoutParts, pressLast, showActions, undo } from "./table/actions";
import { letThink } from "./table/able";
import { callPlayer, dismissOffer, showOffer } from "./table/attention";
import { Card } from "./table/card";
import { Choice } from "./table/choice";
import { showClauses } from "./table/clauses";
import { clock } from "./table/clock";
import { connection } from "./table/connection";
import { Follow, lastOther, withheld } from "./table/follow";
import type { Arrival } from "./table/follow";
import { InfoCard } from "./table/info";
import { dismissHint, showDecided, showHints } from "./table/hints";
import { showLobby } from "./table/lobby";
import { followLog, forgetLog, hideCaption, showCaption, showLog, showSince, speak } from "./table/log";
import { watchPicture } from "./table/look";
import { Marks } from "./table/marks";
import { Moves } from "./table/moves";
import { Panel } from "./table/panel";
import { showNext } from "./table/next";
import { showPass } from "./table/pass";
import { beforePaint } from "./table/paint";
import { preview } from "./table/preview";
import { Picture, SCENE, byKey } from "./table/picture";
import type { Asked } from "./table/picture";
import { showPrompt } from "./table/prompt";
import { showProposals } from "./table/proposals";
import { Replay } from "./table/replay";
import { ending, rememberCommitment, showResult, showScore } from "./table/result";
import { ReviewBox } from "./table/review";
import { closeSeat, showSeats, tick } from "./table/seats";
import { oneClick, showSettings, singleKeys } from "./table/settings";
import { state, update } from "./table/state";
import { Suggest } from "./table/suggest";
import { TalkBox } from "./table/talk";
import { loadTitle } from "./table/title";
import { showConnection, showError, showRefusal } from "./table/trouble";

const choice = new Choice();
const picture = new Picture({ pick, peek: peekPart, ask, drawn });
const card = new Card(picture, { confirm, back: () => void stepBack(), step, show: goTo, name: nameMove, info: () => ask(choice.about ?? SCENE, "open") });
const moves = new Moves({ name: nameMove, peek: (offer) => !choice.started && card.peek(offer ? [offer] : []) });
const panel = new Panel((part) => {
  if (part === "more") showSettings(panel);
  translate($("panel"));
  if (part === "rules") void showClauses();
  if (part === "talk") talk.opened();
  if (part === "review") review.opened();
});
const info = new InfoCard(picture, {
  rule: (clause) => {
    panel.open("rules");
    void showClauses(clause);
  },
  choosable: (part) => choice.offersWith(part).length > 0,
});
const replay = new Replay(picture, show, () => void ((narrow.matches || panel.is("result")) && panel.close()));
const review = new ReviewBox(replay, panel);
const talk = new TalkBox(panel, (entry) => replay.goToEntry(entry));
const suggest = new Suggest({ name: nameMove, peek: (offer) => !choice.started && card.peek(offer ? [offer] : []), trouble: showError, arrived: () => void info.hide() });
const actions = { take: play, list: () => panel.open("moves"), suggest };

const follow = new Follow(present);
const marks = new Marks();

let decides = false; // the player has a new decision that the picture does not show yet

function drawn(): void {
  info.refresh();
  showActions(actions);
  beforePaint("marks", () => marks.draw(picture.svg, replay.at !== null));
  if (decides) beforePaint("glowing", () => picture.scrollToGlowing());
  decides = false;
}

// --- frames from the server ---

function receive(frame: Frame): void {
  if (frame.type === "update") {
    if (frame.own.length > 1 && frame.log[0]?.number === 1 && frame.seat !== update()?.seat) forget(); // another person is looking
    state.number = frame.number;
    clock.take(frame);
    follow.take(frame, connection.look);
  } else if (frame.type === "waiting") {
    const first = state.frame === null;
    state.frame = frame;
    rememberCommitment();
    if (first) void loadTitle(show);
    show();
  } else if (frame.type === "talk") talk.take(frame);
  else if ((frame.type === "refused" || frame.type === "done") && talk.answered(frame)) return;
  else if (frame.type === "refused") {
    showRefusal(frame, connection.condition, picture);
    choice.clear();
    show();
  } else if (frame.type === "announcement") showAnnouncement(frame);
  else if (frame.type === "done") show();
}

let offered = -1; // the number of the current offers: the same number in another language keeps the choice
const LINGER = 2500; // milliseconds that a caption stays while the next player thinks
let latest: Update | null = null; // the last update shown

/** Show updates: all but the last are only applied. */
function present(arrivals: Arrival[], behind: boolean): void {
  const frame = arrivals.at(-1)?.frame ?? latest;
  if (!frame) return;
  const before = update();
  const focused = document.activeElement;
  const first = before === null;
  const fresh = before?.number !== frame.number;
  for (const arrival of arrivals) marks.pass(arrival, picture);
  latest = frame;
  state.frame = behind ? withheld(frame, before?.to_act ?? 0) : frame;
  state.arrived = arrivals.at(-1)?.at ?? state.arrived;
  const offers = state.frame.offers;
  rememberCommitment();
  choice.offers = offers;
  // Secret decisions of others change nothing for somebody who decides ahead.
  const ahead = frame.to_act !== frame.seat && JSON.stringify(before?.offers) === JSON.stringify(offers);
  if (!ahead && (offered !== frame.number || before?.offers.length !== offers.length)) choice.clear();
  offered = frame.number;
  if (fresh) {
    showError("");
    decides = !first && offers.length > 0;
  }
  if (first) void loadTitle(show).then(() => letThink());
  picture.intend(...lights());
  picture.draw(); // before everything else: it measures what moves, and nothing has been written yet
  if (!behind) hideCaption(lastOther(frame) && !offers.length && frame.status !== "over" ? LINGER : 0);
  else if (arrivals.length) showCaption(arrivals.flatMap(({ frame }) => frame.log), () => follow.skip());
  show(focused);
  if (before) callPlayer(before, state.frame);
  void letThink();
  if (state.frame.status === "over") showEnd(first);
}

/** The server must draw another picture: in another theme or size. */
function changeLook(): void {
  if (connection.condition !== "closed") connection.reconnect();
}

let endShown = false;
function showEnd(first: boolean): void {
  void replay.load();
  if (endShown) return;
  endShown = true;
  if (!first) speak(ending());
  if (replay.at === null && !location.hash) panel.open("result", false);
}

/** Forget the log: another position, or the same one in another language, will be sent. */
export function forget(): void {
  follow.forget();
  marks.forget();
  forgetLog();
}

/** Reconnect, and get everything again. */
export function reopen(): void {
  showError("");
  forget();
  connection.reconnect();
}

// --- choosing a move ---

function play(offer: Offer): void {
  connection.send({ type: "play", seen: state.number, move: offer.move });
}

function pick(part: string): void {
  if (state.busy || !update()?.offers.length) return;
  showError("");
  const again = choice.namedMove === null && choice.parts.at(-1) === part;
  if (choice.candidate && again && (byKey || choice.decided)) return confirm();
  if (!choice.pick(part)) return ask(part, "tap");
  void afterChoice();
}

function nameMove(move: string): void {
  if (state.busy) return;
  if (choice.namedMove === move) return confirm();
  choice.name(move);
  if (phone.matches) panel.close();
  void afterChoice();
}

/** Play a complete choice. If it cannot be undone and took a single click, ask the player first. */
async function afterChoice(): Promise<void> {
  const offer = choice.candidate;
  if (offer && choice.decided) {
    if (oneClick() || isButton(offer)) return play(offer);
    showChoice();
    const found = await preview(offer.move);
    if (choice.candidate?.move !== offer.move || state.busy) return;
    if (found && (!found.asks || choice.steps > 1)) return play(offer);
    card.askFirst();
  } else showChoice();
  if (offer) window.setTimeout(() => void speakChoice(offer), 120);
  else if (choice.started) speak(sayCount("possible_n", choice.remaining.length));
}

/** Announce to screen readers what is chosen and what it would do. */
async function speakChoice(offer: Offer): Promise<void> {
  if (choice.candidate !== offer || state.busy) return;
  const text = await card.words(offer);
  if (choice.candidate === offer) speak(say("chosen", { what: text }));
}

function confirm(): void {
  if (choice.candidate && !state.busy) play(choice.candidate);
}

function step(by: number): void {
  choice.step(by);
  void afterChoice();
}

function goTo(way: number): void {
  if (way === choice.index) return;
  choice.goTo(way);
  showChoice();
}

/** Undo the last step of the choice. Returns false if nothing was chosen. */
function stepBack(): boolean {
  const done = choice.back();
  if (done) showChoice();
  return done;
}

let peekTimer = 0;
function peekPart(part: string | null, key: boolean): void {
  clearTimeout(peekTimer);
  if (choice.candidate || state.busy) return;
  const offers = part ? choice.offersWith(part) : [];
  if (!choice.started || offers.length) card.peek(offers);
  else showChoice();
  const only = offers[0];
  if (key && offers.length === 1 && only)
    peekTimer = window.setTimeout(() => void card.words(only).then((text) => document.activeElement?.id === part && speak(text)), 400);
}

/** Explain a part of the picture. A click on nothing undoes a step of the choice instead. */
function ask(part: string, how: Asked): void {
  if (how === "tap" && part === SCENE && stepBack()) return;
  if (how === "point" && choice.started) return; // what is chosen stays in the dock
  void info.ask(part, how);
}

export function dropChoice(): void {
  choice.clear();
  showChoice();
}

/** The parts that can be chosen now, and the chosen ones. */
function lights(): [glowing: Set<string>, chosen: readonly string[]] {
  return [state.busy || replay.at !== null ? new Set() : choice.glowing, choice.parts];
}

function showChoice(): void {
  const focused = document.activeElement;
  picture.light(...lights());
  card.choose(choice);
  void info.accompany(choice.about);
  moves.show(choice.candidate);
  if (isLost(focused)) focusPicture();
}

/** Whether a keyboard user has lost the focus because the focused element is gone. */
const isLost = (focused: Element | null): boolean => byKey && document.activeElement === document.body && focused !== document.body;

// --- showing everything ---

/** Show everything but the picture. `focused` had the focus before anything changed. */
function show(focused = document.activeElement): void {
  const frame = state.frame;
  const data = document.body.dataset;
  data["status"] = !frame ? "loading" : frame.type === "waiting" ? "waiting" : frame.status;
  data["number"] = String(update()?.number ?? state.number);
  data["seat"] = String(frame?.seat ?? -1);
  showPrompt();
  showPass();
  showLobby(speak, showError);
  if (frame?.type === "waiting") picture.showPlaceholder();
  showSeats();
  showActions(actions);
  showLog();
  showSince();
  talk.show();
  showHints();
  showDecided();
  suggest.show();
  showOffer();
  showProposals(showError);
  showScore();
  if (panel.is("rules")) void showClauses();
  showResult(replay, showError, () => review.start());
  review.show();
  showNext();
  showChoice();
  $("moves-count").textContent = update()?.offers.length ? String(update()?.offers.length) : "";
  $("promise").textContent = frame?.commitment ? `${frame.rated ? `${say("rated_label")}. ` : ""}${say("commitment_hint", { hash: frame.commitment })}` : "";
  openMoves();
  focusLast(byKey);
  if (isLost(focused) || (byKey && document.activeElement === $("prompt") && update()?.offers.length)) focusPicture();
}

/** Open the list of moves if there are many and none of them has a part in the picture. */
function openMoves(): void {
  if (!update()?.offers.length || state.busy || panel.isOpen || offersWithoutParts().length < 4) return;
  if (choice.glowing.size === 0) panel.open("moves", false);
}

/** Keyboard users never lose the focus: it moves to something that can be chosen, or to the prompt. */
export function focusPicture(): void {
  if (!picture.focus()) $("prompt").focus({ preventScroll: true });
}

// --- keyboard and pointer ---

addEventListener("keydown", (event) => {
  const typing = (event.target as Element).closest("input, select, textarea");
  if (event.key === "Escape") {
    if (talk.dropAbout() || info.close() || stepBack() || suggest.dismiss() || dismissHint() || dismissOffer() || closeSeat() || panel.close() || replay.leave()) event.preventDefault();
    else showError("");
    return;
  }
  if (event.key === "Enter" && document.activeElement === $("prompt") && choice.candidate) return confirm();
  if (event.key === " " && follow.behind && !typing && !(event.target as Element).closest("button, a, summary")) {
    event.preventDefault();
    return follow.skip();
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !singleKeys()) return;
  if (choice.alternatives.length > 1 && (event.key === "r" || event.key === "]")) step(1);
  else if (choice.alternatives.length > 1 && (event.key === "R" || event.key === "[")) step(-1);
  else if (event.key === "u" && update()?.undoable) undo(1);
  else if (event.key === "e") pressLast();
  else if (event.key === "h" && suggest.possible) suggest.press();
  else if (event.key === "m" && update()) panel.toggle("moves");
  else if (event.key === "i" && update()) ask(picture.current, "open");
  else if (event.key === "c" && !$("tool-talk").hidden) {
    event.preventDefault(); // the letter is not a message
    panel.toggle("talk");
  }
});

document.addEventListener("pointerdown", (event) => {
  const target = event.target as Element;
  const since = $<HTMLDetailsElement>("since");
  if (since.open && !since.contains(target)) since.open = false;
  if (!target.closest("#seats")) closeSeat();
});

// --- start ---

startPage((changed) => {
  showConnection(connection.condition, picture);
  showSettings(panel);
  translate($("panel"));
  if (changed === "theme") return changeLook();
  void loadTitle(show);
  void replay.load();
  if (panel.is("review")) review.opened();
  reopen();
});
narrow.addEventListener("change", changeLook);
phone.addEventListener("change", () => show());
$("panel-close").setAttribute("data-label", "close");
showSettings(panel);
followLog();
watchPicture();
translate();
panel.settle();
showConnection("connecting", picture);
show();
setInterval(() => {
  tick();
  if (clock.slept()) connection.again();
}, 250);
$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  if (!picture.focus()) $("prompt").focus();
});
connection.start({
  frame: receive,
  condition: (condition) => showConnection(condition, picture, show),
  sent: () => {
    showError("");
    show();
  },
});
