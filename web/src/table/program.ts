// The host's own bot, before the game: it gets a reserved seat, and the host gets the token to connect it.

import { el } from "../elements";
import { copyField } from "../links";
import { attempt, request } from "../server";
import type { AdmittedProgram, Waiting } from "../wire";
import { say } from "../words";
import { API } from "./state";

type Told = (text: string) => void;
let admitted: (AdmittedProgram & { name: string }) | null = null; // the server shows a token only once
let open = false;
let name = "";
let wanted = -1; // the seat chosen by the host
let problem = ""; // why there is no token

/** The state that the form depends on, besides the table. */
export const programKey = (): unknown[] => [admitted, open, problem];

/** The address that a bot connects to. */
const address = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/bots/socket`;

/** The form for admitting a bot, and its token. `about` says who has a seat. */
export function programBox(frame: Waiting, about: (seat: number) => string, again: () => void, notify: Told): HTMLElement | null {
  const isProgram = (k: number): boolean => frame.kinds[k] === "program" || Boolean(frame.seats[k]?.program);
  const seats = frame.seats.flatMap((seat, k) => (frame.kinds[k] || seat.bot || seat.program ? [k] : []));
  if (frame.rated || !seats.length) return null;
  if (!seats.includes(wanted)) wanted = seats.find((k) => !isProgram(k)) ?? seats[0] ?? 0;
  const seat = el(
    "select",
    { id: "program-seat", onchange: () => (wanted = Number(seat.value)) },
    ...seats.map((k) => el("option", { value: k, selected: k === wanted }, `${frame.seats[k]?.name || say("seat", { n: k + 1 })}: ${about(k)}`)),
  );
  const field = el("input", {
    id: "program-name", type: "text", maxlength: 24, required: true, autocomplete: "off", value: name,
    "aria-invalid": problem ? "true" : null, "aria-describedby": problem ? "program-problem" : null,
    oninput: () => (name = field.value),
  });
  const admit = async (event: Event): Promise<void> => {
    event.preventDefault();
    problem = "";
    await attempt(document.getElementById("program-admit") as HTMLButtonElement, (text) => (problem = text), async () => {
      admitted = { ...(await request<AdmittedProgram>(`${API}/bots`, { seat: wanted, name })), name: name.trim().replace(/\s+/g, " ").normalize() };
      name = "";
      wanted = -1;
    });
    again();
    document.getElementById(problem ? "program-name" : "program-token")?.focus();
    document.getElementById(problem ? "program-problem" : "program-address")?.scrollIntoView({ block: "nearest" });
  };
  // The token is no longer valid if its seat was given to somebody else.
  const place = frame.seats.findIndex((at, k) => isProgram(k) && admitted && (at.name === admitted.name || at.name.startsWith(`${admitted.name} (`)));
  return el(
    "details",
    { class: "lobby-part program", id: "program", open, ontoggle: (event: Event) => (open = (event.currentTarget as HTMLDetailsElement).open) },
    el("summary", { id: "program-summary", onclick: () => (open = !open) }, say("program_head")), // before the toggle event: the table may change first
    el("p", { class: "soft" }, say("program_help")),
    el(
      "form",
      { onsubmit: (event: Event) => void admit(event) },
      el("p", { class: "field" }, el("label", { for: "program-seat" }, say("program_seat")), seat),
      el("p", { class: "field" }, el("label", { for: "program-name" }, say("program_name")), field),
      el("button", { type: "submit", id: "program-admit" }, say("program_admit")),
      el("p", { id: "program-problem", class: "problem", role: "alert", hidden: !problem }, problem),
    ),
    admitted && place >= 0 ? token(admitted, frame.kinds[place] ? "program_once" : frame.seats[place]?.here ? "program_here" : "program_away", notify) : null,
  );
}

function token({ token, name }: { token: string; name: string }, how: "program_once" | "program_here" | "program_away", notify: Told): HTMLElement {
  const field = el("input", { id: "program-token", type: "text", readonly: true, value: token, "aria-describedby": "program-how" });
  const copy = (): void => void copyField(field, notify, "copy_text_by_hand");
  return el(
    "div",
    { class: "program-token" },
    el("label", { for: "program-token" }, say("program_token", { name })),
    field,
    el("button", { type: "button", id: "copy-token", onclick: copy }, say("program_copy")),
    el("p", { id: "program-how", class: "soft" }, say(how, { name })),
    el("p", { id: "program-address", class: "soft" }, `${say("program_address")} `, el("code", {}, address())),
  );
}
