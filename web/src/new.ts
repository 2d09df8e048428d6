// A new game: the title, the players, the seats and the options. The server renders the form for each title.

import { $ } from "./elements";
import { lastLevel, levelAbout, rememberLevel } from "./levels";
import { optionValues, showOther } from "./options";
import { refresh, startPage } from "./page";
import { attempt, createTable, errorText, tableUrl } from "./server";
import type { OptionValue } from "./server";
import type { NewTable } from "./wire";

const showError = (text: string): void => {
  $("trouble").textContent = text;
};
const field = (id: string): HTMLSelectElement => $<HTMLSelectElement>(id);
const seatFields = (): HTMLSelectElement[] => [...$("seats").querySelectorAll("select")];
const levelOf = (seat: string): string => (seat.startsWith("bot:") ? seat.slice("bot:".length) : "");

function showAbout(seat: HTMLSelectElement): void {
  const level = levelOf(seat.value);
  $(`${seat.id}-about`).textContent = level && levelAbout(level);
}

/** Offer the level that the player chose last. */
function showLevels(seats: HTMLSelectElement[]): void {
  for (const seat of seats) {
    const levels = [...seat.options].map((option) => levelOf(option.value)).filter(Boolean);
    if (levelOf(seat.value)) seat.value = `bot:${lastLevel(levels)}`;
    showAbout(seat);
  }
}

let shown = Promise.resolve(); // resolves when the form is up to date

/** Fetch the form, or only one field, for the current choices, one request at a time. */
function show(keeps: (id: string) => boolean, only = ""): void {
  shown = shown.then(() => load(keeps, only));
}

async function load(keeps: (id: string) => boolean, only: string): Promise<void> {
  const before = seatFields().length;
  const wanted = new URLSearchParams(location.search);
  wanted.set("title", field("title").value);
  wanted.set("players", field("players").value);
  if ($("new").dataset["title"] === field("title").value) {
    wanted.set("edition", edition()?.value ?? "");
    wanted.set("options", JSON.stringify(options()));
  }
  try {
    if (!(await refresh(`${location.pathname}?${wanted}`, keeps, only)) || only) return;
    showLevels(seatFields().slice(before));
    for (const seat of seatFields()) showAbout(seat);
    showTimeout();
    showNames();
    for (const select of $("options").querySelectorAll("select")) showOther(document, select, false);
    $("new").dataset["title"] = field("title").value;
  } catch (error) {
    showError(errorText(error));
  }
}

// --- creating the table ---

const options = (): Record<string, OptionValue> => optionValues($("options"));
const edition = (): HTMLSelectElement | null => document.getElementById("edition") as HTMLSelectElement | null;

function order(): NewTable {
  const seats = seatFields().map((select) => select.value);
  const chosen = edition();
  return {
    title: field("title").value,
    players: seats.length,
    seats,
    options: options(),
    visibility: field("visibility").value,
    time: field("time").value,
    timeout: field("timeout").value,
    names: seatFields().map((seat) => (nameField(seat).disabled ? "" : nameField(seat).value.trim())),
    rated: $<HTMLInputElement>("rated").checked,
    ...(chosen ? { edition: chosen.value } : {}),
  };
}

$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt($<HTMLButtonElement>("create"), showError, async () => {
    await shown;
    location.assign(tableUrl((await createTable(order(), field("colour").value || null)).table));
  });
});
$("title").addEventListener("change", () => show((id) => !id.startsWith("option-") && id !== "edition"));
$("players").addEventListener("change", () => show(() => true));
/** The people who share this browser each have a name. */
const nameField = (seat: HTMLSelectElement): HTMLInputElement => $<HTMLInputElement>(`${seat.id}-name`);
const showNames = (): void => {
  const first = seatFields().find((seat) => seat.value === "me");
  for (const seat of seatFields()) nameField(seat).hidden = nameField(seat).disabled = seat.value !== "me" || seat === first;
};
/** Somebody who plays against bots has nothing to agree on. */
const showTimeout = (): void => {
  $("timeout-field").hidden = field("time").value === "none" && seatFields().filter((seat) => !levelOf(seat.value)).length < 2;
};
$("time").addEventListener("change", showTimeout);
$("seats").addEventListener("change", ({ target }) => {
  showTimeout();
  showNames();
  if (!(target instanceof HTMLSelectElement)) return;
  showAbout(target);
  showColour();
  const level = levelOf(target.value);
  if (level) rememberLevel(level);
});
/** Only somebody who sits down has a colour. */
const showColour = (): void => {
  $("colour-field").hidden = !seatFields().some((seat) => seat.value === "me");
};
$("options").addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement) showOther(document, target, true);
  show(() => true, "colour"); // the extras of a colour can depend on the options
});
$("edition-box").addEventListener("change", () => show(() => true)); // an edition has its own colours and numbers of players

showColour();
showTimeout(); // the browser may have restored the fields
showNames();
startPage((switched) => switched === "language" && show(() => true));
showLevels(seatFields());
