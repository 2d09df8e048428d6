// A new game: the title, the players, the seats and the options.

import { $, el, render } from "./elements";
import { botName, lastLevel, levelAbout, rememberLevel } from "./levels";
import { linkList } from "./links";
import { startPage } from "./page";
import { attempt, createTable, errorText, optionLabel, tableUrl, titles } from "./server";
import type { OptionValue } from "./server";
import type { CreatedTable, NewTable, OptionInfo, TitleInfo } from "./wire";
import { language, say, sayOr } from "./words";

let titleList: TitleInfo[] = [];
let created: CreatedTable | null = null;
let seatsBefore: string[] = [];
const changed = new Map<string, OptionValue>(); // options the player has set

const showError = (text: string): void => {
  $("trouble").textContent = text;
};
const field = (id: string): HTMLSelectElement => $<HTMLSelectElement>(id);
const chosen = (): TitleInfo | undefined => titleList.find((title) => title.id === field("title").value) ?? titleList[0];

function choices(id: string, rows: [value: string, words: string][], selected: string): void {
  const select = field(id);
  select.replaceChildren(...rows.map(([value, words]) => el("option", { value, selected: value === selected }, words)));
}

function show(): void {
  const title = chosen();
  if (!title) return;
  const wanted = field("title").value || new URLSearchParams(location.search).get("title") || title.id;
  choices("title", titleList.map((row) => [row.id, row.name]), wanted);
  const now = chosen() ?? title;
  $("blurb").textContent = now.blurb;
  const players = Number(field("players").value || 0);
  const count = now.players.includes(players) ? players : now.players.includes(3) ? 3 : (now.players[0] ?? 2);
  choices("players", now.players.map((n) => [String(n), String(n)]), String(count));
  showSeats(now, count);
  render($("options"), [now.id, language()], () => now.options.map((option) => optionField(now, option)));
  choices("edition", now.editions.map((row) => [row, row]), field("edition").value || (now.editions[0] ?? ""));
  $("edition-field").hidden = now.editions.length < 2;
  for (const [id, values] of [["visibility", ["unlisted", "public", "invitation"]], ["pace", ["live", "day"]]] as const)
    choices(id, values.map((value) => [value, sayOr(`${id}_${value}`, value)]), field(id).value || values[0]);
}

function showSeats(title: TitleInfo, count: number): void {
  const people: [string, string][] = [
    ["me", say("seat_me")],
    ["open", say("seat_open")],
    ["invite", say("seat_invite")],
  ];
  const bots = title.bots.map((bot): [string, string] => [`bot:${bot}`, botName(bot)]);
  const now = [...$("seats").querySelectorAll("select")].map((select) => select.value);
  now.forEach((value, k) => (seatsBefore[k] = value));
  render($("seats"), [title.id, count, language()], () =>
    Array.from({ length: count }, (_, k) => {
      const id = `seat-${k}`;
      const value = seatsBefore[k] ?? (k === 0 ? "me" : `bot:${lastLevel(title.bots)}`);
      const lines = (rows: [string, string][]): HTMLElement[] =>
        rows.map(([kind, words]) => el("option", { value: kind, selected: kind === value }, words));
      const select = el(
        "select",
        { id, "aria-describedby": `${id}-about`, onchange: () => showAbout() },
        ...lines(people),
        el("optgroup", { label: say("bots") }, ...lines(bots)),
      );
      const about = el("p", { class: "soft small seat-about", id: `${id}-about` });
      const showAbout = (): void => {
        const level = select.value.startsWith("bot:") ? select.value.slice(4) : "";
        about.textContent = level && levelAbout(level);
        if (level && level !== value.slice(4)) rememberLevel(level);
      };
      showAbout();
      return el("div", { class: "field side-by-side" }, el("label", { for: id }, say("seat", { n: k + 1 })), select, about);
    }),
  );
}

/** The initial value of an option: switches as in a first game, the default otherwise. */
function preset(title: TitleInfo, option: OptionInfo): OptionValue {
  return typeof option.default === "boolean" ? (title.first_game[option.name] ?? option.default) : option.default;
}

/** A field for an option: a list of its choices, a checkbox or an input. */
function optionField(title: TitleInfo, option: OptionInfo): HTMLElement {
  const id = `option-${option.name}`;
  const value = changed.get(option.name) ?? preset(title, option);
  const label = el("label", { for: id }, optionLabel(option));
  if (option.choices.length) return el("div", { class: "field" }, label, ...choiceField(id, option, value));
  if (typeof option.default === "boolean") {
    const box = el("input", { type: "checkbox", id, checked: Boolean(value), onchange: () => changed.set(option.name, box.checked) });
    return el("div", { class: "field" }, el("div", { class: "tick" }, box, label));
  }
  return el("div", { class: "field" }, label, ...inputField(id, option, String(value)));
}

/** A list of choices. If the option allows other values, the last line opens an input. */
function choiceField(id: string, option: OptionInfo, value: OptionValue): HTMLElement[] {
  const listed = option.choices.some(([row]) => row === value);
  const select = el(
    "select",
    { id },
    ...option.choices.map(([row, words]) => el("option", { value: String(row), selected: row === value }, words)),
    option.free && el("option", { value: "", selected: !listed }, say("option_other")),
  );
  const [input, help] = inputField(`${id}-other`, option, listed ? "" : String(value));
  input.setAttribute("aria-label", optionLabel(option));
  const open = (other: boolean): void => void (input.hidden = help.hidden = input.disabled = !other);
  open(!listed);
  select.addEventListener("change", () => {
    const row = option.choices[select.selectedIndex];
    open(!row);
    changed.set(option.name, row ? row[0] : input.value.trim());
    if (!row) input.focus();
  });
  return option.free ? [select, input, help] : [select];
}

function inputField(id: string, option: OptionInfo, value: string): [HTMLInputElement, HTMLElement] {
  const number = typeof option.default === "number";
  const input = el("input", {
    id, type: number ? "number" : "text", value, required: true, "aria-describedby": `${id}-help`,
    oninput: () => changed.set(option.name, number ? Number(input.value) : input.value.trim()),
  });
  return [input, el("p", { class: "soft small", id: `${id}-help` }, option.values)];
}

// --- creating the table ---

function order(title: TitleInfo): NewTable {
  const seats = [...$("seats").querySelectorAll("select")].map((select) => select.value);
  const options = title.options.map((option) => [option.name, changed.get(option.name) ?? preset(title, option)] as const);
  return {
    title: title.id,
    players: seats.length,
    seats,
    options: Object.fromEntries(options),
    visibility: field("visibility").value,
    pace: field("pace").value,
    ...(title.editions.length > 1 ? { edition: field("edition").value } : {}),
  };
}

function showCreated(): void {
  $("created").hidden = !created;
  if (!created) return;
  $("created").replaceChildren(
    el("h2", { id: "created-title", tabindex: "-1" }, say("created")),
    el("p", {}, say("links_help")),
    linkList(created.invitations, (text) => ($("told").textContent = text)),
    el("p", {}, el("a", { class: "button", href: tableUrl(created.table) }, say("to_table"))),
  );
}

$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const title = chosen();
  if (!title) return;
  void attempt($<HTMLButtonElement>("create"), showError, async () => {
    created = await createTable(order(title));
    if (!Object.keys(created.invitations).length) return location.assign(tableUrl(created.table));
    showCreated();
    $("created-title").focus({ preventScroll: true });
    $("created").scrollIntoView({ block: "center" });
  });
});
$("title").addEventListener("change", () => {
  changed.clear();
  show();
});
$("players").addEventListener("change", show);

async function loadTitles(): Promise<void> {
  try {
    titleList = await titles();
    show();
    showCreated();
  } catch (error) {
    showError(errorText(error));
  }
}

startPage((switched) => {
  if (switched === "language") void loadTitles();
});
void loadTitles();
