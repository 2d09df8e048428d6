// A table: one socket, one picture, the moves in words. Everything shown comes from the last frame.

import { $, ask, begin, el, keep, kept, linkList, linksOf, random, sit, theme } from "./common.js";
import { count, known, language, say } from "./words.js";
import { isPromised, possible } from "./verify.js";

const TABLE = decodeURIComponent(location.pathname.split("/")[2] || "");
const PATH = `/tables/${encodeURIComponent(TABLE)}`;
const VERBS = ["end", "roof", "floor", "return", "card", "build"];
const MANY = 6; // so many buildings are listed at once; more are folded by site
const PLAYERS = ["blue", "yellow", "green", "orange"];

let frame = null; // the last update or waiting frame
let number = 0; // up to which the log has arrived
let log = new Map(); // by number
let choice = null; // the id of a site or card in the picture
let pending = null; // a command that has no answer yet: {id, ...}
let verdict = null; // of the shuffle

// --- the connection ---

let socket = null;
let attempt = 0;
let timer = 0;
let heard = 0; // when the last frame came
let finished = false; // there is no such table for us

function connect() {
  clearTimeout(timer);
  timer = 0;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const made = new WebSocket(`${scheme}://${location.host}${PATH}/socket?lang=${language()}&from=${number}`);
  socket = made;
  made.addEventListener("message", (event) => made === socket && hear(JSON.parse(event.data)));
  made.addEventListener("close", (event) => made === socket && lost(event.code === 4404));
}

function lost(forGood) {
  socket = null;
  if (pending) pending.sent = false;
  if (forGood) {
    finished = true;
    state("closed");
    if (!frame) $("prompt").textContent = say("closed_prompt");
    return;
  }
  state("reconnecting");
  const wait = Math.min(300 * 2 ** attempt, 8000) * (0.75 + Math.random() / 2);
  attempt += 1;
  clearTimeout(timer);
  timer = setTimeout(connect, wait);
}

function again() {
  const old = socket;
  socket = null;
  if (pending) pending.sent = false;
  if (old) old.close();
  attempt = 0;
  connect();
}

const hurry = () => timer && !finished && again();
addEventListener("online", hurry);
addEventListener("pageshow", (event) => event.persisted && again());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hurry());

let asked = 0; // when the last ping went out
setInterval(() => {
  if (!socket || socket.readyState !== WebSocket.OPEN) return;
  const now = Date.now();
  if (asked > heard && now - asked > 8000) {
    const silent = socket;
    lost(false);
    silent.close();
  } else if (asked <= heard && now - heard > 12000) {
    asked = now;
    send({ type: "ping" });
  }
}, 4000);

function state(name) {
  $("connection").dataset.state = name;
  $("connection").textContent = say(name);
}

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function hear(message) {
  heard = Date.now();
  attempt = 0;
  if (!finished && $("connection").dataset.state !== "connected") state("connected");
  if (message.type === "update") updated(message);
  else if (message.type === "waiting") {
    frame = message;
    remember(message);
    show();
  } else if (message.type === "done") answered(message.id);
  else if (message.type === "refused") {
    if (message.id === "" || (pending && pending.id === message.id)) trouble(say("refused", { reason: message.reason }));
    answered(message.id);
  }
}

function updated(message) {
  const fresh = !frame || frame.type !== "update" || frame.number !== message.number;
  for (const entry of message.log) log.set(entry.number, entry);
  number = message.number;
  frame = message;
  send({ type: "ack", number });
  remember(message);
  if (fresh) choice = null;
  if (pending && !pending.sent) {
    pending.sent = true; // after a lost connection: the same id has no second effect
    send(pending.command);
  }
  show();
  if (fresh) draw();
  if (message.status === "over" && verdict === null) verify();
}

/** The promise as it was first seen here is the one that counts. */
function remember(message) {
  if (!kept(`promise-${TABLE}`)) keep(`promise-${TABLE}`, message.commitment);
}

// --- commands ---

function command(type, more = {}) {
  if (pending || !frame) return;
  trouble("");
  const made = { type, id: random(), seen: frame.number, ...more };
  pending = { id: made.id, command: made, sent: Boolean(socket && socket.readyState === WebSocket.OPEN) };
  send(made);
  document.body.classList.add("busy");
}

function answered(id) {
  if (!pending || pending.id !== id) return;
  pending = null;
  document.body.classList.remove("busy");
  showMoves();
}

const trouble = (text) => ($("trouble").textContent = text);

// --- what is shown ---

const name = (seat) => frame.seats[seat]?.name || "?";
const mine = () => frame.seat >= 0;
const playing = () => frame.type === "update" && frame.status === "playing";
const over = () => frame.type === "update" && frame.status === "over";
const colour = (seat) => frame.view?.seats[seat]?.id || PLAYERS[seat];
const paint = (seat) => `p-${colour(seat)}`;

function show() {
  if (!frame) {
    $("prompt").textContent = say(finished ? "closed_prompt" : "prompt_loading");
    return;
  }
  const body = document.body.dataset;
  body.status = frame.type === "waiting" ? "waiting" : frame.status;
  body.number = number;
  body.seat = frame.seat;
  showPrompt();
  showWaiting();
  showSeats();
  showMoves();
  showResult();
  showLog();
  const hash = frame.commitment;
  $("promise").textContent = say("promise", { hash: hash.slice(0, 12) });
  $("promise").title = say("promise_hint", { hash });
}

function prompt() {
  if (frame.type === "waiting") {
    if (mine()) return say("waiting_seated");
    return say(frame.seats.some((seat) => !seat.name) ? "waiting_standing" : "waiting_full");
  }
  if (over()) return ending();
  const { view, to_act: turn } = frame;
  if (frame.offers.length) {
    if (view.phase === "turn") {
      const builds = frame.offers.some((offer) => offer.move.startsWith("build "));
      return say(view.extra_turn ? "your_extra" : builds ? "your_turn" : "your_card");
    }
    if (view.phase === "floor") return count("your_floor", view.free_floors);
    return say(`your_${view.phase}`);
  }
  const about = say(frame.seats[turn].bot ? "bot_turn" : "other_turn", { name: name(turn) });
  if (!mine()) return `${say("watching")} ${about}`;
  return frame.seats[frame.seat].bot ? `${say("bot_for_you")} ${about}` : about;
}

function ending() {
  const best = frame.view.seats.flatMap((seat, k) => (seat.place === 1 ? [k] : []));
  if (best.length === 1)
    return `${say("game_over")} ${count("winner", frame.view.seats[best[0]].total, { name: name(best[0]) })}`;
  return best.length ? say("winners", { names: best.map(name).join(", ") }) : say("game_over");
}

function showPrompt() {
  const text = prompt();
  if ($("prompt").textContent !== text) $("prompt").textContent = text;
  const turn = frame.type === "update" && frame.offers.length > 0;
  document.body.classList.toggle("my-turn", turn);
  document.title = `${turn ? "● " : ""}${say("page_table")}`;
}

function showWaiting() {
  const waiting = frame.type === "waiting";
  $("waiting").hidden = !waiting;
  if (!waiting) return;
  $("sit").hidden = mine() || frame.seats.every((seat) => seat.name);
  $("waiting-text").textContent = say("waiting_help");
  const links = linksOf(TABLE);
  for (const seat of Object.keys(links)) if (frame.seats[seat]?.name) delete links[seat];
  const key = JSON.stringify([links, language()]);
  if ($("links").dataset.key === key) return;
  $("links").dataset.key = key;
  $("links").replaceChildren(
    ...(Object.keys(links).length
      ? [el("p", {}, say("links_help")), linkList(links, (text) => ($("told").textContent = text))]
      : []),
  );
  picturePlaceholder();
}

function picturePlaceholder() {
  $("picture").setAttribute("aria-busy", "false");
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 160 90");
  svg.setAttribute("class", "resting");
  svg.setAttribute("aria-hidden", "true");
  const rays = Array.from({ length: 13 }, (_, k) => {
    const angle = (Math.PI * (k + 1)) / 14;
    const at = (far) => `${(80 - Math.cos(angle) * far).toFixed(1)} ${(78 - Math.sin(angle) * far).toFixed(1)}`;
    return `M${at(24)}L${at(k % 2 ? 42 : 56)}`;
  });
  for (const [kind, path] of [
    ["ray", `${rays.join("")}M10 78H150M16 82H144`],
    ["sun", "M62 78a18 18 0 0 1 36 0z"],
  ]) {
    const line = document.createElementNS(ns, "path");
    line.setAttribute("class", kind);
    line.setAttribute("d", path);
    svg.append(line);
  }
  $("picture").replaceChildren(svg);
}

function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function showSeats() {
  const key = JSON.stringify([frame.seats, frame.to_act, frame.status, frame.seat, language(), number]);
  if ($("seats").dataset.key === key) return;
  $("seats").dataset.key = key;
  const focused = document.activeElement?.dataset?.action;
  $("seats").replaceChildren(...frame.seats.map(seatRow));
  if (focused) $("seats").querySelector(`[data-action="${focused}"]`)?.focus({ preventScroll: true });
}

function seatRow(seat, k) {
  const turn = playing() && frame.to_act === k;
  const standIn = seat.stand_in;
  const notes = [];
  if (k === frame.seat) notes.push(say("you"));
  if (!seat.name) notes.push(say("seat_empty"));
  else if (standIn) notes.push(say("stand_in"));
  else if (seat.bot) notes.push(say("bot"));
  else if (k !== frame.seat) notes.push(say(seat.here ? "here" : "away"));
  if (frame.type === "update") notes.push(clock(seat.seconds));
  const row = el(
    "li",
    { class: `${paint(k)}${turn ? " turn" : ""}${seat.name && !seat.here ? " gone" : ""}` },
    el("span", { class: "token", "aria-hidden": "true" }, say(`letter_${colour(k)}`)),
    el(
      "span",
      { class: "who" },
      el("span", { class: "name" }, seat.name || say("seat", { n: k + 1 })),
      el("span", { class: "soft" }, (turn ? `${say("to_play")} · ` : "") + notes.join(" · ")),
    ),
  );
  if (playing() && mine() && k === frame.seat && seat.bot)
    row.append(
      el("button", { type: "button", data: { action: "resume" }, onclick: () => command("resume") }, say("resume")),
    );
  if (playing() && mine() && k !== frame.seat && !seat.bot && !seat.here)
    row.append(
      el(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": say("substitute_for", { name: seat.name }),
          data: { action: `bot-${k}` },
          onclick: () => command("substitute", { seat: k, bot: "greedy" }),
        },
        say("substitute"),
      ),
    );
  return row;
}

// --- the moves ---

/** What an offer is about: its verb, and the thing in the picture it belongs to. */
function about(offer) {
  const [verb, where] = offer.move.split(" ");
  const target = verb === "build" || verb === "roof" ? `site-${where}` : verb === "card" ? `card-${Number(where) - 1}` : null;
  const colour = verb === "build" ? offer.move.split(" ")[2] : verb === "floor" || verb === "return" ? where : null;
  return { ...offer, verb, target, colour };
}

/** A site or card as the picture names it. */
function called(target) {
  const title = document.getElementById(`${target}-title`)?.textContent || "";
  const short = title.split(":")[0].trim();
  return short || target.replace(/^site-/, "");
}

function moveButton(offer) {
  return el(
    "button",
    {
      type: "button",
      class: `move${offer.verb === "end" ? " ending" : ""}`,
      data: { move: offer.move, ...(offer.target ? { target: offer.target } : {}) },
    },
    offer.colour ? el("span", { class: `chip c-${offer.colour}`, "aria-hidden": "true" }) : null,
    el("span", {}, offer.text),
  );
}

function showMoves() {
  if (!frame) return;
  const part = $("moves-part");
  part.hidden = frame.type !== "update" || over();
  if (frame.type !== "update") return;
  const undo = $("undo");
  const redo = $("redo");
  undo.textContent = frame.undoable ? count("undo_n", frame.undoable) : say("undo");
  undo.title = frame.undoable ? count("undo_hint", frame.undoable) : "";
  undo.disabled = !frame.undoable || Boolean(pending);
  redo.textContent = frame.redoable ? count("redo_n", frame.redoable) : say("redo");
  redo.disabled = !frame.redoable || Boolean(pending);
  redo.hidden = !frame.redoable;
  part.classList.toggle("few", Boolean(choice) || (frame.offers.length > 0 && frame.offers.length <= 4));
  light();
  const key = JSON.stringify([number, frame.offers, choice, language(), frame.status, $("scene") !== null]);
  const holder = $("moves");
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  const focused = part.contains(document.activeElement) || document.activeElement === $("prompt");
  const kept = document.activeElement?.dataset?.move;
  holder.replaceChildren(...moveList());
  if (!focused || !byKey) return;
  const next = (kept && holder.querySelector(`[data-move="${CSS.escape(kept)}"]`)) || holder.querySelector("button, summary");
  (next || $("prompt")).focus({ preventScroll: true });
}

function moveList() {
  const offers = frame.offers.map(about);
  if (!offers.length) return [el("p", { class: "soft" }, say(mine() ? "moves_none" : "moves_watch"))];
  if (choice) {
    const chosen = offers.filter((offer) => offer.target === choice);
    return [
      el(
        "div",
        { class: "row head" },
        el("h3", {}, say("choice", { what: called(choice) })),
        el("button", { type: "button", class: "quiet small", data: { clear: "" } }, say("choice_clear")),
      ),
      list(chosen),
    ];
  }
  const verbs = [...VERBS, ...new Set(offers.map((offer) => offer.verb).filter((verb) => !VERBS.includes(verb)))];
  return verbs.flatMap((verb) => {
    const some = offers.filter((offer) => offer.verb === verb);
    if (!some.length) return [];
    const starter = verb === "build" && frame.view.phase === "starter";
    const key = `verb_${verb}${starter ? "_starter" : ""}`;
    const head = el("h3", {}, say(known(key) ? key : "verb_other"));
    return [head, ...(verb === "build" && some.length > MANY ? bySite(some) : [list(some)])];
  });
}

const list = (offers) => el("ul", { class: "offers" }, ...offers.map((offer) => el("li", {}, moveButton(offer))));

function bySite(offers) {
  const sites = [...new Set(offers.map((offer) => offer.target))];
  return sites.map((site) => {
    const some = offers.filter((offer) => offer.target === site);
    const chips = some.map((offer) => el("span", { class: `chip c-${offer.colour}`, "aria-hidden": "true" }));
    return el(
      "details",
      { name: "site" },
      el(
        "summary",
        { data: { target: site } },
        el("span", { class: "place" }, called(site)),
        el("span", { class: "chips" }, ...chips),
        el("span", { class: "unseen" }, count("choices", some.length)),
      ),
      list(some),
    );
  });
}

function play(move) {
  if (!pending) command("play", { move });
}

$("moves").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.move) play(button.dataset.move);
  else if ("clear" in button.dataset) choose(null);
});

const point = (event) => {
  const target = event.target.closest?.("[data-target]")?.dataset.target;
  for (const old of $("picture").querySelectorAll(".pointed")) old.classList.remove("pointed");
  if (target) document.getElementById(target)?.classList.add("pointed");
};
for (const kind of ["pointerover", "focusin", "pointerleave", "focusout"]) $("moves").addEventListener(kind, point);

$("undo").addEventListener("click", () => command("undo", { count: 1 }));
$("redo").addEventListener("click", () => command("redo", { count: 1 }));

let byKey = true; // focus follows the moves, unless a pointer is used
addEventListener("pointerdown", () => (byKey = false), true);

function choose(target) {
  choice = target;
  trouble("");
  showMoves();
  if (target && byKey) $("moves").querySelector("[data-move]")?.focus({ preventScroll: true });
}

addEventListener("keydown", (event) => {
  byKey = true;
  if (event.key === "Escape" && choice) {
    event.preventDefault();
    choose(null);
  }
});

// --- the picture ---

const narrow = matchMedia("(max-width: 699px)");
let drawing = false;
let stale = false;
let redraw = 0;

async function draw() {
  if (!frame || frame.type !== "update") return;
  stale = true;
  if (drawing) return;
  drawing = true;
  clearTimeout(redraw);
  while (stale) {
    stale = false;
    try {
      const size = narrow.matches ? "narrow" : "wide";
      const answer = await fetch(`${PATH}/scene.svg?theme=${theme()}&lang=${language()}&size=${size}`);
      if (!answer.ok) throw new Error(String(answer.status));
      place(await answer.text(), size);
    } catch {
      if (!$("scene")) $("picture").replaceChildren(el("p", { class: "soft" }, say("picture_failed")));
      redraw = setTimeout(draw, 2000);
      break;
    }
  }
  drawing = false;
}

function place(text, size) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  if (parsed.documentElement.localName !== "svg") throw new Error("not a picture");
  const svg = document.importNode(parsed.documentElement, true);
  const at = [scrollX, scrollY];
  $("picture").replaceChildren(svg);
  $("picture").dataset.size = size;
  $("picture").setAttribute("aria-busy", "false");
  if (scrollX !== at[0] || scrollY !== at[1]) scrollTo(...at);
  showMoves();
}

/** Mark what can be chosen. */
function light() {
  const targets = new Set((frame.offers || []).map((offer) => about(offer).target));
  for (const thing of $("picture").querySelectorAll(".site, .card")) {
    thing.classList.toggle("offered", targets.has(thing.id));
    thing.classList.toggle("chosen", thing.id === choice);
  }
}

$("picture").addEventListener("click", (event) => {
  const thing = event.target.closest(".site, .card");
  if (!thing || !frame || frame.type !== "update" || !frame.offers.length || pending) {
    if (choice) choose(null);
    return;
  }
  const some = frame.offers.map(about).filter((offer) => offer.target === thing.id);
  if (!some.length) {
    choose(null);
    trouble(say("nothing_there", { what: called(thing.id) }));
  } else if (some.length === 1 && ($("one-click").checked || choice === thing.id)) play(some[0].move);
  else choose(thing.id);
});

narrow.addEventListener("change", draw);
$("one-click").checked = kept("one-click") === "yes";
$("one-click").addEventListener("change", () => keep("one-click", $("one-click").checked ? "yes" : "no"));

function showLarger() {
  const large = document.body.classList.contains("large");
  $("larger").textContent = say(large ? "smaller" : "larger");
  $("larger").setAttribute("aria-pressed", String(large));
}

document.body.classList.toggle("large", kept("large") === "yes");
$("larger").addEventListener("click", () => {
  keep("large", document.body.classList.toggle("large") ? "yes" : "no");
  showLarger();
});

// --- the log ---

function sentences(entry) {
  const who = name(entry.seat);
  if (entry.kind === "undo" || entry.kind === "redo") return [count(`log_${entry.kind}`, Number(entry.text), { name: who })];
  if (entry.kind === "substitute" || entry.kind === "resume") return [say(`log_${entry.kind}`, { name: who })];
  return entry.lines.length ? entry.lines : [];
}

function showLog() {
  const box = $("log");
  const last = Number(box.lastElementChild?.dataset.number || 0);
  const fresh = [...log.values()].filter((entry) => entry.number > last).sort((a, b) => a.number - b.number);
  if (!fresh.length) return;
  for (const entry of fresh) {
    const lines = sentences(entry).map((line) => el("span", {}, line));
    box.append(el("li", { class: paint(entry.seat), hidden: !lines.length, data: { number: entry.number } }, ...lines));
  }
  follow();
}

let following = true; // the newest lines stay in sight, unless somebody reads older ones
const follow = () => following && ($("log").scrollTop = $("log").scrollHeight);
$("log").addEventListener("scroll", () => {
  const box = $("log");
  following = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
});
new ResizeObserver(follow).observe($("log"));

// --- the end ---

function showResult() {
  $("result").hidden = !over();
  if (!over()) return;
  $("file").href = `/api/tables/${encodeURIComponent(TABLE)}/file`;
  $("file").setAttribute("download", `rooftop-${TABLE}.json`);
  const seats = frame.view.seats;
  const row = (head, cells, kind = "") =>
    el(
      "tr",
      { class: kind },
      el("th", { scope: "row" }, head),
      ...cells.map((cell, k) => el("td", { class: seats[k].place === 1 ? "best" : "" }, String(cell ?? "–"))),
    );
  const heads = seats.map((_, k) => el("th", { scope: "col", class: paint(k) }, name(k)));
  $("result-table").replaceChildren(
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("td", { class: "soft" }, say("source")), ...heads)),
      el(
        "tbody",
        {},
        ...Object.keys(seats[0].points).map((source) =>
          row(
            known(`source_${source}`) ? say(`source_${source}`) : source,
            seats.map((seat) => seat.points[source]),
          ),
        ),
        row(say("total"), seats.map((seat) => seat.total), "total"),
        row(say("place"), seats.map((seat) => seat.place)),
      ),
    ),
  );
  $("verified").textContent = verdictText();
  $("verified").dataset.verdict = verdict || "wait";
}

function verdictText() {
  if (verdict === "mine") return `${say("verify_good")} ${say("verify_mine")}`;
  return say({ good: "verify_good", bad: "verify_bad", cannot: "verify_cannot" }[verdict] || "verify_wait");
}

async function verify() {
  verdict = "wait";
  try {
    if (!possible()) verdict = "cannot";
    else {
      const file = await ask(`/api/tables/${encodeURIComponent(TABLE)}/file`);
      const good = await isPromised(file, kept(`promise-${TABLE}`) || frame.commitment);
      const nonce = kept(`nonce-${TABLE}`);
      const own = mine() && nonce ? (file.nonces || []).includes(nonce) : null;
      verdict = !good || own === false ? "bad" : own ? "mine" : "good";
    }
  } catch {
    verdict = null; // tried again with the next frame
  }
  showResult();
}

// --- sitting down, beginning ---

$("sit").addEventListener("click", async () => {
  $("sit").disabled = true;
  trouble("");
  try {
    await sit(TABLE);
  } catch (error) {
    trouble(error.message);
  }
  $("sit").disabled = false;
});

begin((what) => {
  showLarger();
  if (what === "theme") return draw();
  number = 0; // the whole log again, in the other language
  log = new Map();
  $("log").replaceChildren();
  show();
  if (!finished) again();
  draw();
});
showLarger();
state("connecting");
show();
connect();
