// The home page: the titles, a game at once, one's games, games to watch, another device.

import { begin, theme } from "./bar";
import { $, el, refill } from "./elements";
import { skyline } from "./skyline";
import { address, ask, setTable, titles, tried } from "./server";
import type { Person, TableLine, Title } from "./server";
import { count, language, say, sayIf, when } from "./words";

let me: Person | null = null;
let known: Title[] = [];
let tables: { mine: TableLine[]; public: TableLine[] } = { mine: [], public: [] };
let phrase: string | null = null;

const tell = (text: string): void => {
  $("told").textContent = text;
};
const trouble = (text: string): void => {
  $("trouble").textContent = text;
  if (text) tell("");
};

let typed = false; // what somebody types stays, however late the server answers
$("name").addEventListener("input", () => (typed = true));

async function saveName(): Promise<void> {
  const name = $<HTMLInputElement>("name").value.trim();
  if (!name || name === me?.name) return;
  me = await ask<Person>("/api/me", { name });
  $<HTMLInputElement>("name").value = me.name;
}

// --- the titles ---

function showTitles(): void {
  refill($("titles"), [known, language(), theme()], () => known.map(titleCard));
}

function range(players: number[]): string {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  return least === most ? String(least) : `${least}–${most}`;
}

/** A look at the table; a little city until it comes. */
function cover(title: string): HTMLElement {
  const box = el("div", { class: "title-art", "aria-hidden": "true" }, skyline(title));
  const picture = el("img", { alt: "", src: `/api/figures/${encodeURIComponent(title)}/cover.svg?theme=${theme()}&lang=${language()}` });
  picture.addEventListener("load", () => box.replaceChildren(picture));
  return box;
}

function titleCard(title: Title): HTMLElement {
  const id = `title-${title.id}`;
  const facts = [say("players_range", { range: range(title.players) })];
  if (title.minutes) facts.push(say("minutes_n", { n: String(title.minutes) }));
  const play = el(
    "button",
    { type: "button", class: "grand", "data-play": title.id, "aria-label": say("play_now_of", { title: title.name }), onclick: () => void playNow(title, play) },
    say("play_now"),
  );
  const link = (href: string, text: string, label: string): HTMLElement => el("a", { href, "aria-label": label }, text);
  const name = encodeURIComponent(title.id);
  return el(
    "li",
    { class: "title-card deco" },
    cover(title.id),
    el("h3", { id }, title.name),
    el("p", { class: "blurb" }, title.blurb ?? ""),
    el("p", { class: "soft facts" }, facts.join(" · ")),
    el("p", { class: "title-play" }, play),
    el(
      "p",
      { class: "title-ways" },
      link(`/new?title=${name}`, say("set_table"), say("set_table_of", { title: title.name })),
      link(`/rules/${name}`, say("rules_link"), say("rules_of", { title: title.name })),
      link(`/editions/${name}`, say("edition_link"), say("edition_of", { title: title.name })),
    ),
  );
}

/** One click: a first game against bots, for as many as suits it. */
function playNow(title: Title, button: HTMLButtonElement): Promise<void> {
  return tried(button, trouble, async () => {
    tell(say("opening"));
    await saveName();
    const players = title.players.includes(3) ? 3 : Math.max(...title.players);
    const seats = Array.from({ length: players }, (_, k) => (k === 0 ? "me" : "bot:greedy"));
    const made = await setTable({
      title: title.id, players, seats, options: title.first_game ?? {}, visibility: "unlisted", pace: "live",
    });
    location.assign(address(made.table));
  });
}

// --- tables ---

const titleOf = (table: TableLine): string => known.find((row) => row.id === table.title)?.name ?? table.title;
const turnOf = (table: TableLine): HTMLElement | null => (table.my_turn ? el("strong", { class: "mark" }, say("your_move")) : null);

const placeOf = (table: TableLine): string => (table.place ? say("your_place", { n: table.place }) : "");

function tableRow(table: TableLine): HTMLElement {
  return el(
    "li",
    {},
    el("a", { href: address(table.id) }, count("table_line", table.players, { title: titleOf(table) })),
    " ",
    turnOf(table),
    el("span", { class: "soft" }, ` ${[sayIf(`status_${table.status}`, table.status), placeOf(table), when(table.changed)].filter(Boolean).join(" · ")}`),
  );
}

/** Games that have begun and wait for somebody are at hand at once. */
function showGoing(): void {
  const going = tables.mine.filter((table) => table.status === "playing").slice(0, 3);
  refill($("going"), [going, known.length, language()], () =>
    going.map((table) =>
      el("li", {}, el("a", { class: "button quiet", href: address(table.id) }, say("go_on", { title: titleOf(table) }), " ", turnOf(table))),
    ),
  );
}

function showTables(): void {
  showGoing();
  for (const list of ["mine", "public"] as const)
    refill($(list), [tables[list], known.length, language()], () =>
      tables[list].length
        ? tables[list].slice(0, 10).map(tableRow)
        : [el("li", { class: "soft" }, say(list === "mine" ? "none_mine" : "none_public"))],
    );
}

async function refresh(): Promise<void> {
  try {
    tables = await ask("/api/tables");
    showTables();
  } catch (error) {
    trouble((error as Error).message);
  }
}

// --- name and phrase ---

function showPhrase(): void {
  $("phrase-words").hidden = !phrase;
  if (phrase) $("phrase-words").replaceChildren(el("strong", { class: "phrase" }, phrase), el("span", {}, say("phrase_once")));
}

$("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void tried($<HTMLButtonElement>("save"), trouble, async () => {
    await saveName();
    tell(say("name_kept", { name: me?.name ?? "" }));
  });
});

$("phrase-new").addEventListener("click", () =>
  void tried($<HTMLButtonElement>("phrase-new"), trouble, async () => {
    phrase = (await ask<{ phrase: string }>("/api/me/phrase", {})).phrase;
    showPhrase();
  }),
);

$("recover").addEventListener("submit", (event) => {
  event.preventDefault();
  void tried($<HTMLButtonElement>("recover-button"), trouble, async () => {
    const field = $<HTMLInputElement>("phrase");
    me = await ask<Person>("/api/recover", { phrase: field.value });
    field.value = "";
    $<HTMLInputElement>("name").value = me.name;
    tell(say("phrase_done", { name: me.name }));
    await refresh();
  });
});

// --- beginning ---

async function learn(): Promise<void> {
  try {
    known = await titles();
    showTitles();
    showTables();
  } catch (error) {
    trouble((error as Error).message);
  }
}

begin((what) => {
  if (what === "theme") return showTitles();
  showTables();
  showPhrase();
  void learn();
});
$("hero-art").replaceChildren(skyline("rooftop"));
void learn();
void refresh();
setInterval(() => document.visibilityState === "visible" && void refresh(), 20000);
try {
  me = await ask<Person>("/api/me");
  if (!typed) $<HTMLInputElement>("name").value = me.name;
} catch (error) {
  trouble((error as Error).message);
}
