// The home page: "Play now", "With friends", the player's name, open seats, and the recovery phrase.

import { $, el } from "./elements";
import { lastLevel, rememberLevel } from "./levels";
import { refresh, startPage } from "./page";
import { attempt, createTable, errorText, request, sit, tableUrl } from "./server";
import type { Identity, NewTable, Phrase } from "./wire";
import { say } from "./words";

let phrase: string | null = null;

const showNotice = (text: string): void => {
  $("told").textContent = text;
};
const showError = (text: string): void => {
  $("trouble").textContent = text;
  if (text) showNotice("");
};

// --- the name ---

const nameField = $<HTMLInputElement>("name");
let saved = nameField.defaultValue;

async function saveName(): Promise<void> {
  const name = nameField.value.trim();
  if (!name || name === saved) return;
  saved = (await request<Identity>("/api/me", { name })).name;
  nameField.value = saved;
}

$("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt($<HTMLButtonElement>("save"), showError, async () => {
    await saveName();
    showNotice(say("name_saved", { name: saved }));
  });
});

// --- playing ---

const levels = (): HTMLSelectElement | null => document.querySelector<HTMLSelectElement>("#level");
const levelNames = (): string[] => [...(levels()?.options ?? [])].map((option) => option.value);
function showLevel(): void {
  const select = levels();
  if (select) select.value = lastLevel(levelNames());
}
levels()?.addEventListener("change", (event) => rememberLevel((event.target as HTMLSelectElement).value));

/** Open a table with the player in the first seat: a first game against bots, or a lobby for friends. */
function openTable(button: HTMLButtonElement, others: string): Promise<void> {
  return attempt(button, showError, async () => {
    showNotice(say("opening"));
    await saveName();
    const order = JSON.parse(button.dataset["order"] ?? "") as NewTable;
    const created = await createTable({ ...order, seats: ["me", ...Array.from({ length: order.players - 1 }, () => others)] });
    location.assign(tableUrl(created.table));
  });
}

/** Take a seat at an open table. */
async function join(link: HTMLAnchorElement): Promise<void> {
  showError("");
  try {
    await saveName();
    await sit(link.dataset["join"] ?? "");
    location.assign(link.href);
  } catch (error) {
    showError(errorText(error));
    await refresh().catch(() => undefined); // the seat may be taken
  }
}

document.addEventListener("click", (event) => {
  const target = event.target as Element;
  const play = target.closest<HTMLButtonElement>("[data-play]");
  if (play) return void openTable(play, `bot:${lastLevel(levelNames())}`);
  const friends = target.closest<HTMLButtonElement>("[data-with-friends]");
  if (friends) return void openTable(friends, "invite");
  const link = target.closest<HTMLAnchorElement>("[data-join]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void join(link);
});

// --- tables ---

let listed = ""; // the lists as the server last sent them

/** Fetch the page again when the lists of tables have changed. */
async function watchTables(): Promise<void> {
  if (document.visibilityState !== "visible") return;
  const lists = JSON.stringify(await request("/api/tables").catch(() => null));
  if (lists === "null" || lists === listed) return;
  if (listed) await refresh().catch(() => undefined);
  listed = lists;
}

// --- the recovery phrase ---

function showPhrase(): void {
  $("phrase-words").hidden = !phrase;
  if (phrase) $("phrase-words").replaceChildren(el("strong", { class: "phrase" }, phrase), el("span", { "data-say": "phrase_once" }, say("phrase_once")));
}

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
    saved = (await request<Identity>("/api/recover", { phrase: field.value })).name;
    [field.value, nameField.value] = ["", saved];
    showNotice(say("phrase_done", { name: saved }));
    await refresh();
  });
});

// --- start ---

startPage();
showLevel();
setTimeout(() => void watchTables(), 3000);
setInterval(() => void watchTables(), 20000);
