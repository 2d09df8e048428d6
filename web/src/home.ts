// The home page: the titles, the player's own games, games to watch, and the recovery phrase.

import { $, el, render } from "./elements";
import { lastLevel, levelOptions, rememberLevel } from "./levels";
import { startPage, theme } from "./page";
import { attempt, createTable, errorText, request, tableUrl, titles } from "./server";
import { skyline } from "./skyline";
import type { Identity, OwnTableLine, Phrase, TableLine, TableList, TitleInfo } from "./wire";
import { formatDate, language, say, sayCount, sayOr } from "./words";

let me: Identity | null = null;
let titleList: TitleInfo[] = [];
let tables: TableList = { mine: [], public: [] };
let phrase: string | null = null;

const showNotice = (text: string): void => {
  $("told").textContent = text;
};
const showError = (text: string): void => {
  $("trouble").textContent = text;
  if (text) showNotice("");
};

let typed = false; // a late answer of the server must not overwrite what the player has typed
$("name").addEventListener("input", () => (typed = true));

async function saveName(): Promise<void> {
  const name = $<HTMLInputElement>("name").value.trim();
  if (!name || name === me?.name) return;
  me = await request<Identity>("/api/me", { name });
  $<HTMLInputElement>("name").value = me.name;
}

// --- the titles ---

function showTitles(): void {
  render($("titles"), [titleList, language(), theme()], () => titleList.map(titleCard));
}

/** The level of the bots for "Play now". */
function showLevels(): void {
  const levels = titleList[0]?.bots ?? [];
  $("level-row").hidden = !levels.length;
  render($("level"), [levels, language()], () => levelOptions(levels, lastLevel(levels)));
}
$("level").addEventListener("change", () => rememberLevel($<HTMLSelectElement>("level").value));

function range(players: number[]): string {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  return least === most ? String(least) : `${least}–${most}`;
}

/** The cover of a title; a skyline until it has loaded. */
function cover(title: string): HTMLElement {
  const box = el("div", { class: "title-art", "aria-hidden": "true" }, skyline(title));
  const picture = el("img", { alt: "", src: `/api/figures/${encodeURIComponent(title)}/cover.svg?theme=${theme()}&lang=${language()}` });
  picture.addEventListener("load", () => box.replaceChildren(picture));
  return box;
}

function titleCard(title: TitleInfo): HTMLElement {
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
    el("p", { class: "blurb" }, title.blurb),
    el("p", { class: "soft facts" }, facts.join(" · ")),
    el("p", { class: "title-play" }, play),
    el(
      "p",
      { class: "title-ways" },
      link(`/new?title=${name}`, say("with_friends"), say("with_friends_of", { title: title.name })),
      link(`/rules/${name}`, say("rules_link"), say("rules_of", { title: title.name })),
      link(`/editions/${name}`, say("edition_link"), say("edition_of", { title: title.name })),
    ),
  );
}

/** Start a first game against bots. */
function playNow(title: TitleInfo, button: HTMLButtonElement): Promise<void> {
  return attempt(button, showError, async () => {
    showNotice(say("opening"));
    await saveName();
    const players = title.players.includes(3) ? 3 : Math.max(...title.players);
    const seats = Array.from({ length: players }, (_, k) => (k === 0 ? "me" : `bot:${lastLevel(title.bots)}`));
    const created = await createTable({
      title: title.id, players, seats, options: title.first_game, visibility: "unlisted", pace: "live",
    });
    location.assign(tableUrl(created.table));
  });
}

// --- tables ---

const titleOf = (table: TableLine): string => titleList.find((row) => row.id === table.title)?.name ?? table.title;
const isOwn = (table: TableLine): table is OwnTableLine => "my_turn" in table;
const turnOf = (table: TableLine): HTMLElement | null => (isOwn(table) && table.my_turn ? el("strong", { class: "mark" }, say("your_move")) : null);
const rankOf = (table: TableLine): string => (isOwn(table) && table.rank ? say("your_rank", { n: table.rank }) : "");

function tableRow(table: TableLine): HTMLElement {
  return el(
    "li",
    {},
    el("a", { href: tableUrl(table.id) }, sayCount("table_line", table.players, { title: titleOf(table) })),
    " ",
    turnOf(table),
    el("span", { class: "soft" }, ` ${[sayOr(`status_${table.status}`, table.status), rankOf(table), formatDate(table.changed)].filter(Boolean).join(" · ")}`),
  );
}

/** Links to the games in progress, above everything else. */
function showRunning(): void {
  const running = tables.mine.filter((table) => table.status === "playing").slice(0, 3);
  render($("running"), [running, titleList.length, language()], () =>
    running.map((table) =>
      el("li", {}, el("a", { class: "button quiet", href: tableUrl(table.id) }, say("go_on", { title: titleOf(table) }), " ", turnOf(table))),
    ),
  );
}

function showTables(): void {
  showRunning();
  for (const list of ["mine", "public"] as const)
    render($(list), [tables[list], titleList.length, language()], () =>
      tables[list].length
        ? tables[list].slice(0, 10).map(tableRow)
        : [el("li", { class: "soft" }, say(list === "mine" ? "none_mine" : "none_public"))],
    );
}

async function loadTables(): Promise<void> {
  try {
    tables = await request("/api/tables");
    showTables();
  } catch (error) {
    showError(errorText(error));
  }
}

// --- name and phrase ---

function showPhrase(): void {
  $("phrase-words").hidden = !phrase;
  if (phrase) $("phrase-words").replaceChildren(el("strong", { class: "phrase" }, phrase), el("span", {}, say("phrase_once")));
}

$("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt($<HTMLButtonElement>("save"), showError, async () => {
    await saveName();
    showNotice(say("name_saved", { name: me?.name ?? "" }));
  });
});

$("phrase-new").addEventListener("click", () =>
  void attempt($<HTMLButtonElement>("phrase-new"), showError, async () => {
    phrase = (await request<Phrase>("/api/me/phrase", {})).phrase;
    showPhrase();
  }),
);

$("recover").addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt($<HTMLButtonElement>("recover-button"), showError, async () => {
    const field = $<HTMLInputElement>("phrase");
    me = await request<Identity>("/api/recover", { phrase: field.value });
    field.value = "";
    $<HTMLInputElement>("name").value = me.name;
    showNotice(say("phrase_done", { name: me.name }));
    await loadTables();
  });
});

// --- start ---

async function loadTitles(): Promise<void> {
  try {
    titleList = await titles();
    showTitles();
    showLevels();
    showTables();
  } catch (error) {
    showError(errorText(error));
  }
}

startPage((changed) => {
  if (changed === "theme") return showTitles();
  showTables();
  showPhrase();
  void loadTitles();
});
$("hero-art").replaceChildren(skyline("rooftop"));
void loadTitles();
void loadTables();
setInterval(() => document.visibilityState === "visible" && void loadTables(), 20000);
try {
  me = await request<Identity>("/api/me");
  if (!typed) $<HTMLInputElement>("name").value = me.name;
} catch (error) {
  showError(errorText(error));
}
