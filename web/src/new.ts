// A new game: which, for how many, who sits where, what is agreed.

import { begin } from "./bar";
import { $, el, refill } from "./elements";
import { linkList } from "./links";
import { address, optionLabel, setTable, titles, tried } from "./server";
import type { Made, Option, Order, Title, Value } from "./server";
import { language, say, sayIf } from "./words";

let known: Title[] = [];
let made: Made | null = null;
let seatsBefore: string[] = [];
const agreed = new Map<string, Value>(); // what was changed, by option

const trouble = (text: string): void => {
  $("trouble").textContent = text;
};
const field = (id: string): HTMLSelectElement => $<HTMLSelectElement>(id);
const chosen = (): Title | undefined => known.find((title) => title.id === field("title").value) ?? known[0];

function choices(id: string, rows: [value: string, words: string][], selected: string): void {
  const select = field(id);
  select.replaceChildren(...rows.map(([value, words]) => el("option", { value, selected: value === selected }, words)));
}

function show(): void {
  const title = chosen();
  if (!title) return;
  const wanted = field("title").value || new URLSearchParams(location.search).get("title") || title.id;
  choices("title", known.map((row) => [row.id, row.name]), wanted);
  const now = chosen() ?? title;
  $("blurb").textContent = now.blurb;
  const players = Number(field("players").value || 0);
  const many = now.players.includes(players) ? players : now.players.includes(3) ? 3 : (now.players[0] ?? 2);
  choices("players", now.players.map((n) => [String(n), String(n)]), String(many));
  showSeats(now, many);
  refill($("options"), [now.id, language()], () => now.options.map((option) => optionField(now, option)));
  choices("edition", now.editions.map((row) => [row, row]), field("edition").value || (now.editions[0] ?? ""));
  $("edition-field").hidden = now.editions.length < 2;
  for (const [id, values] of [["visibility", ["unlisted", "public", "invitation"]], ["pace", ["live", "day"]]] as const)
    choices(id, values.map((value) => [value, sayIf(`${id}_${value}`, value)]), field(id).value || values[0]);
}

function showSeats(title: Title, many: number): void {
  const kinds: [string, string][] = [
    ["me", say("seat_me")],
    ["open", say("seat_open")],
    ["invite", say("seat_invite")],
    ...title.bots.map((bot): [string, string] => [`bot:${bot}`, sayIf(`bot_${bot}`, say("seat_bot", { name: bot }))]),
  ];
  const now = [...$("seats").querySelectorAll("select")].map((select) => select.value);
  now.forEach((value, k) => (seatsBefore[k] = value));
  refill($("seats"), [title.id, many, language()], () =>
    Array.from({ length: many }, (_, k) => {
      const id = `seat-${k}`;
      const value = seatsBefore[k] ?? (k === 0 ? "me" : "bot:greedy");
      const select = el("select", { id }, ...kinds.map(([kind, words]) => el("option", { value: kind, selected: kind === value }, words)));
      return el("div", { class: "field side-by-side" }, el("label", { for: id }, say("seat", { n: k + 1 })), select);
    }),
  );
}

/** What a new table begins with: switches as in a first game, and the usual choices. */
function preset(title: Title, option: Option): Value {
  return typeof option.default === "boolean" ? (title.first_game[option.name] ?? option.default) : option.default;
}

/** An option by its kind: choices where the title names them, else by the type of its default. */
function optionField(title: Title, option: Option): HTMLElement {
  const id = `option-${option.name}`;
  const value = agreed.get(option.name) ?? preset(title, option);
  const label = el("label", { for: id }, optionLabel(option));
  if (option.choices.length) return el("div", { class: "field" }, label, ...choice(id, option, value));
  if (typeof option.default === "boolean") {
    const box = el("input", { type: "checkbox", id, checked: Boolean(value), onchange: () => agreed.set(option.name, box.checked) });
    return el("div", { class: "field" }, el("div", { class: "tick" }, box, label));
  }
  return el("div", { class: "field" }, label, ...writing(id, option, String(value)));
}

/** A choice of what is usual; where one is free to, the last one opens a field for anything else. */
function choice(id: string, option: Option, value: Value): HTMLElement[] {
  const usual = option.choices.some(([row]) => row === value);
  const select = el(
    "select",
    { id },
    ...option.choices.map(([row, words]) => el("option", { value: String(row), selected: row === value }, words)),
    option.free && el("option", { value: "", selected: !usual }, say("option_other")),
  );
  const [input, help] = writing(`${id}-other`, option, usual ? "" : String(value));
  input.setAttribute("aria-label", optionLabel(option));
  const open = (other: boolean): void => void (input.hidden = help.hidden = input.disabled = !other);
  open(!usual);
  select.addEventListener("change", () => {
    const row = option.choices[select.selectedIndex];
    open(!row);
    agreed.set(option.name, row ? row[0] : input.value.trim());
    if (!row) input.focus();
  });
  return option.free ? [select, input, help] : [select];
}

function writing(id: string, option: Option, value: string): [HTMLInputElement, HTMLElement] {
  const number = typeof option.default === "number";
  const input = el("input", {
    id, type: number ? "number" : "text", value, required: true, "aria-describedby": `${id}-help`,
    oninput: () => agreed.set(option.name, number ? Number(input.value) : input.value.trim()),
  });
  return [input, el("p", { class: "soft small", id: `${id}-help` }, option.values)];
}

// --- setting the table ---

function order(title: Title): Order {
  const seats = [...$("seats").querySelectorAll("select")].map((select) => select.value);
  const options = title.options.map((option) => [option.name, agreed.get(option.name) ?? preset(title, option)] as const);
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

function showMade(): void {
  $("made").hidden = !made;
  if (!made) return;
  $("made").replaceChildren(
    el("h2", { id: "made-title", tabindex: "-1" }, say("created")),
    el("p", {}, say("links_help")),
    linkList(made.invitations, (text) => ($("told").textContent = text)),
    el("p", {}, el("a", { class: "button", href: address(made.table) }, say("to_table"))),
  );
}

$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const title = chosen();
  if (!title) return;
  void tried($<HTMLButtonElement>("create"), trouble, async () => {
    made = await setTable(order(title));
    if (!Object.keys(made.invitations).length) return location.assign(address(made.table));
    showMade();
    $("made-title").focus({ preventScroll: true });
    $("made").scrollIntoView({ block: "center" });
  });
});
$("title").addEventListener("change", () => {
  agreed.clear();
  show();
});
$("players").addEventListener("change", show);

async function learn(): Promise<void> {
  try {
    known = await titles();
    show();
    showMade();
  } catch (error) {
    trouble((error as Error).message);
  }
}

begin((what) => {
  if (what === "language") void learn();
});
void learn();
