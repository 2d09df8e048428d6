// A bot of the host's own, before the game: a seat is kept for it, and the host gets the token with which it connects.

import { el } from "../elements";
import { copyField } from "../links";
import { attempt, request } from "../server";
import type { AdmittedProgram, Waiting } from "../wire";
import { say } from "../words";
import { API } from "./state";

type Told = (text: string) => void;
let admitted: (AdmittedProgram & { name: string }) | null = null; // the server does not show a token again
let open = false;
let name = "";

/** What the form depends on, besides the table. */
export const programKey = (): unknown[] => [admitted, open];

/** The address that a bot connects to. */
const address = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/bots/socket`;

/** The form with which the host admits a bot, and its token. */
export function programBox(frame: Waiting, again: () => void, notify: Told, showError: Told): HTMLElement | null {
  const seats = frame.seats.flatMap((seat, k) => (frame.kinds[k] || seat.bot || seat.program ? [k] : []));
  if (frame.rated || !seats.length) return null;
  const seat = el("select", { id: "program-seat" }, ...seats.map((k) => el("option", { value: k }, say("seat", { n: k + 1 }))));
  const field = el("input", {
    id: "program-name", type: "text", maxlength: 24, required: true, autocomplete: "off", value: name,
    oninput: () => (name = field.value),
  });
  const admit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const button = document.getElementById("program-admit") as HTMLButtonElement;
    await attempt(button, showError, async () => {
      admitted = { ...(await request<AdmittedProgram>(`${API}/bots`, { seat: Number(seat.value), name: field.value })), name: field.value };
      name = "";
      again();
      document.getElementById("program-token")?.focus();
    });
  };
  return el(
    "details",
    { class: "lobby-part program", id: "program", open, ontoggle: (event: Event) => (open = (event.currentTarget as HTMLDetailsElement).open) },
    el("summary", { id: "program-summary" }, say("program_head")),
    el("p", { class: "soft" }, say("program_help")),
    el(
      "form",
      { class: "row centre", onsubmit: (event: Event) => void admit(event) },
      el("label", { for: "program-seat" }, say("program_seat")),
      seat,
      el("label", { for: "program-name" }, say("program_name")),
      field,
      el("button", { type: "submit", id: "program-admit", class: "quiet" }, say("program_admit")),
    ),
    admitted ? token(admitted, notify) : null,
  );
}

function token({ token, name }: { token: string; name: string }, notify: Told): HTMLElement {
  const field = el("input", { id: "program-token", type: "text", readonly: true, value: token });
  const copy = (): void => void copyField(field, notify, "copy_text_by_hand");
  return el(
    "div",
    { class: "invitation-link" },
    el("label", { for: "program-token" }, say("program_token", { name })),
    field,
    el("span", { class: "row" }, el("button", { type: "button", id: "copy-token", onclick: copy }, say("program_copy"))),
    el("p", { class: "soft" }, say("program_once", { url: address() })),
  );
}
