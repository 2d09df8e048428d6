// The home page: "Play now", the player's name, open seats, and the recovery phrase.

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

/** Start a first game against bots. */
function playNow(button: HTMLButtonElement): Promise<void> {
  return attempt(button, showError, async () => {
    showNotice(say("opening"));
    await saveName();
    const order = JSON.parse(button.dataset["order"] ?? "") as NewTable;
    const bots = Array.from({ length: order.players - 1 }, () => `bot:${lastLevel(levelNames())}`);
    const created = await createTable({ ...order, seats: ["me", ...bots] });
    location.assign(tableUrl(created.table));
  });
}

/** Follow a link once the name is saved and `work` is done. */
async function follow(link: HTMLAnchorElement, work: () => Promise<void> = async () => undefined): Promise<void> {
  showError("");
  try {
    await saveName();
    await work();
    location.assign(link.href);
  } catch (error) {
    showError(errorText(error));
  }
}

document.addEventListener("click", (event) => {
  const target = event.target as Element;
  const play = target.closest<HTMLButtonElement>("[data-play]");
  if (play) return void playNow(play);
  const link = target.closest<HTMLAnchorElement>("[data-join], [data-with-friends]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const table = link.dataset["join"];
  void follow(link, async () => void (table && (await sit(table))));
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
