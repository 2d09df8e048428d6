// The form in which the host changes the settings before the game, with the fields of the form for a new game.

import { $, el } from "../elements";
import { chooseOptions, optionValues, showOther } from "../options";
import { attempt, errorText, request } from "../server";
import { timeText } from "../times";
import type { Waiting } from "../wire";
import { language, say } from "../words";
import { API } from "./state";

type Told = (text: string) => void;
interface Box {
  key: string;
  box: HTMLDetailsElement;
}
let made: Box | null = null;

/** The form. It stays in place while people come and go, so that no input is lost. */
export function factsBox(frame: Waiting, notify: Told, showError: Told): HTMLElement {
  const key = [frame.title, frame.edition, frame.seats.length, language()].join();
  if (made?.key !== key) made = { key, box: newBox(frame, notify, showError) };
  latest = frame;
  return made.box;
}

let latest: Waiting | null = null;

function newBox(frame: Waiting, notify: Told, showError: Told): HTMLDetailsElement {
  const fields = el("div", { class: "facts-fields" });
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const value = (id: string): string => $<HTMLSelectElement>(id).value;
    await attempt($<HTMLButtonElement>("facts-save"), showError, async () => {
      await request(`${API}/facts`, {
        time: value("facts-time"),
        timeout: value("facts-timeout"),
        visibility: value("facts-visibility"),
        rated: $<HTMLInputElement>("facts-rated").checked,
        options: optionValues(fields),
      });
      box.open = false;
      $("facts-summary").focus();
      notify(say("facts_saved"));
    });
  };
  const form = el(
    "form",
    { onsubmit: (event: Event) => void save(event) },
    fields,
    el("p", { class: "soft small" }, say("facts_help")),
    el("p", { class: "row centre" }, el("button", { type: "submit", id: "facts-save" }, say("facts_save"))),
  );
  const box = el("details", { class: "lobby-part program", id: "facts" }, el("summary", { id: "facts-summary" }, say("facts_change")), form);
  box.addEventListener("toggle", () => {
    if (box.open) void fill(fields, frame).catch((error: unknown) => showError(errorText(error)));
  });
  return box;
}

/** Show the fields of the server's form with the current settings. */
async function fill(fields: HTMLElement, { title, seats, edition }: Waiting): Promise<void> {
  const query = new URLSearchParams({ title, players: String(seats.length), edition });
  const response = await fetch(`/new?${query}`, { headers: { accept: "text/html" } }).catch(() => null);
  const text = await response?.text().catch(() => null);
  if (!response?.ok || typeof text !== "string" || !latest) throw new Error(say("offline"));
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const select = (name: "visibility" | "time" | "timeout", value: string, words: string): HTMLElement => {
    const field = el("select", { id: `facts-${name}` }, ...[...(fresh.getElementById(name)?.childNodes ?? [])].map((node) => document.importNode(node, true)));
    if (![...field.options].some((option) => option.value === value)) field.append(el("option", { value }, words));
    field.value = value;
    return el("div", { class: "field" }, el("label", { for: field.id }, say(name)), field);
  };
  const rated = el("input", { type: "checkbox", id: "facts-rated", checked: latest.rated, "aria-describedby": "facts-rated-help" });
  const options = el("div", { class: "fields" }, ...[...(fresh.getElementById("options")?.children ?? [])].map((node) => document.importNode(node, true)));
  options.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && showOther(options, target, true));
  fields.replaceChildren(
    el(
      "div",
      { class: "fields" },
      select("time", latest.time, timeText(latest.time)),
      select("visibility", latest.visibility, latest.visibility),
      select("timeout", latest.timeout, latest.timeout),
    ),
    el("div", { class: "tick" }, rated, el("label", { for: "facts-rated" }, say("rated_label"))),
    el("p", { class: "soft small", id: "facts-rated-help" }, say("rated_help")),
    options,
  );
  chooseOptions(options, latest.options);
}
