// The home page: a name, a game at once, a game with friends, one's tables.

import { $, ask, begin, el, keep, linkList, sit } from "./common.js";
import { count, language, say } from "./words.js";

const SEATS = ["me", "open", "invite", "bot:random", "bot:greedy"];
const FIRST = ["me", "bot:greedy", "bot:greedy", "bot:greedy"];
let me = null;
let tables = { mine: [], public: [] };
let made = null;
let phrase = null;

const tell = (text) => ($("told").textContent = text);
const trouble = (text) => ($("trouble").textContent = text);

/** Do something that may be refused; its sentence is shown. */
async function tried(button, work) {
  trouble("");
  tell("");
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    tell("");
    trouble(error.message);
  } finally {
    button.disabled = false;
  }
}

let typed = false; // what somebody types stays, however late the server answers
$("name").addEventListener("input", () => (typed = true));

async function saveName() {
  const name = $("name").value.trim();
  if (!name || (me && name === me.name)) return false;
  me = await ask("/api/me", { name });
  $("name").value = me.name;
  return true;
}

async function newTable(order) {
  await saveName();
  const answer = await ask("/api/tables", { title: "tower-up", ...order });
  if (order.seats.includes("me")) await sit(answer.table);
  if (Object.keys(answer.invitations).length) keep(`links-${answer.table}`, JSON.stringify(answer.invitations));
  return answer;
}

const open = (table) => location.assign(`/tables/${encodeURIComponent(table)}`);

// --- what is shown ---

function showSeats() {
  const players = Number($("players").value);
  const before = [...$("seats").querySelectorAll("select")].map((select) => select.value);
  $("seats").replaceChildren(
    ...Array.from({ length: players }, (_, seat) => {
      const id = `seat-${seat}`;
      const select = el(
        "select",
        { id },
        ...SEATS.map((kind) => el("option", { value: kind }, say(`seat_${kind}`))),
      );
      select.value = before[seat] || FIRST[seat];
      return el("div", { class: "field" }, el("label", { for: id }, say("seat", { n: seat + 1 })), select);
    }),
  );
}

function showChoices() {
  for (const name of ["objectives", "visibility", "pace"])
    for (const option of $(name).options) option.textContent = say(`${name}_${option.value}`);
}

function when(seconds) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
}

function showTables() {
  for (const [list, none] of [
    ["mine", "none_mine"],
    ["public", "none_public"],
  ]) {
    const rows = tables[list].map((table) =>
      el(
        "li",
        {},
        el("a", { href: `/tables/${encodeURIComponent(table.id)}` }, count("table_line", table.players)),
        " ",
        el("span", { class: "soft" }, `${say(`status_${table.status}`)} · ${when(table.changed)}`),
      ),
    );
    $(list).replaceChildren(...(rows.length ? rows.slice(0, 12) : [el("li", { class: "soft" }, say(none))]));
  }
}

function showMade() {
  $("made").hidden = !made;
  if (!made) return;
  const links = Object.keys(made.invitations).length;
  $("made").replaceChildren(
    el("h3", { id: "made-title", tabindex: "-1" }, say("created")),
    ...(links ? [el("p", {}, say("links_help")), linkList(made.invitations, tell)] : []),
    el("p", {}, el("a", { class: "button", href: `/tables/${encodeURIComponent(made.table)}` }, say("to_table"))),
  );
}

function showPhrase() {
  $("phrase-words").hidden = !phrase;
  if (phrase) $("phrase-words").replaceChildren(el("strong", { class: "phrase" }, phrase), el("span", {}, say("phrase_once")));
}

// --- what is done ---

$("play").addEventListener("click", () =>
  tried($("play"), async () => {
    tell(say("opening"));
    const answer = await newTable({
      players: 3,
      seats: ["me", "bot:greedy", "bot:greedy"],
      options: { hold: true },
      visibility: "unlisted",
      pace: "live",
    });
    open(answer.table);
  }),
);

$("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  tried($("save"), async () => {
    await saveName();
    tell(say("name_kept", { name: me.name }));
  });
});

$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  tried($("create"), async () => {
    const seats = [...$("seats").querySelectorAll("select")].map((select) => select.value);
    made = await newTable({
      players: seats.length,
      seats,
      options: { objectives: $("objectives").value, hold: $("hold").checked },
      visibility: $("visibility").value,
      pace: $("pace").value,
    });
    if (!Object.keys(made.invitations).length) return open(made.table);
    showMade();
    $("made-title").focus();
    refresh();
  });
});

$("phrase-new").addEventListener("click", () =>
  tried($("phrase-new"), async () => {
    phrase = (await ask("/api/me/phrase", {})).phrase;
    showPhrase();
  }),
);

$("recover").addEventListener("submit", (event) => {
  event.preventDefault();
  tried($("recover-button"), async () => {
    me = await ask("/api/recover", { phrase: $("phrase").value });
    $("phrase").value = "";
    $("name").value = me.name;
    tell(say("phrase_done", { name: me.name }));
    await refresh();
  });
});

$("players").addEventListener("change", showSeats);

async function refresh() {
  try {
    tables = await ask("/api/tables");
    showTables();
  } catch (error) {
    trouble(error.message);
  }
}

function show() {
  showSeats();
  showChoices();
  showTables();
  showMade();
  showPhrase();
}

begin(show);
show();
try {
  me = await ask("/api/me");
  if (!typed) $("name").value = me.name;
} catch (error) {
  trouble(error.message);
}
await refresh();
setInterval(() => document.visibilityState === "visible" && refresh(), 20000);
