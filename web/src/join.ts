// An invitation leads here: it names the host and the game, asks for a name, and one click takes the seat.
//
// The secret stands after # in the address, so only this script knows it. Opening the page uses nothing up.

import { colourField, stillFree } from "./colours";
import { $, el } from "./elements";
import { refresh, startPage } from "./page";
import { attempt, errorText, nonceFor, request, tableUrl, titles } from "./server";
import type { ColourChoice, Identity, Invitation, JoinedTable } from "./wire";
import { language, say, sayCount } from "./words";
import type { Key } from "./words";

const OLD = /^[\w-]{32}$/; // the path of a link by an earlier version is its secret
const place = location.pathname.split("/").pop() ?? "";
const secret = location.hash.slice(1) || (OLD.test(place) ? place : "");
const nameField = $<HTMLInputElement>("name");

let invitation: Invitation | null = null;
let titleName = "";
let colour: string | null = null;
let problem = ""; // why the invitation does not work

const showError = (text: string): void => {
  $("trouble").textContent = text;
};

/** What stands in the way of sitting down, if the link itself is right. */
function obstacle(): Key | null {
  if (!invitation) return null;
  if (invitation.seat >= 0) return "join_seated";
  if (invitation.status === "closed") return "join_closed";
  return invitation.free ? null : "join_full";
}

function show(): void {
  const why = obstacle();
  const able = invitation !== null && !why;
  $("join").hidden = !able;
  if (invitation) {
    const { host, people, free, rated } = invitation;
    $("join-head").textContent = say("join_from", { host, title: titleName });
    const there = people.length ? say("join_people", { names: people.join(", ") }) : "";
    $("join-people").textContent = able ? `${there} ${sayCount("free_seats", free)}.${rated ? ` ${say("rated_label")}.` : ""}`.trim() : "";
  }
  if (invitation && able) {
    colour = stillFree(invitation.colours, colour);
    showColours(invitation.colours);
  }
  $("join-why").textContent = why ? say(why) : problem;
  const link = (id: string, key: Key, href: string, quiet = true): HTMLElement =>
    el("a", { id, class: `button${quiet ? " quiet" : ""}`, href, "data-say": key }, say(key));
  const table = invitation && (invitation.seat >= 0 ? "to_table" : invitation.status !== "closed" && invitation.watchable ? "join_watch" : null);
  $("after").replaceChildren(
    ...(why || problem
      ? [
          ...(invitation && table ? [link("to-table", table, tableUrl(invitation.table), false)] : []),
          link("to-home", "to_home", "/"),
        ]
      : []),
  );
}

/** The colours are folded, so that the button is in sight; the summary names the chosen one. */
function showColours(colours: ColourChoice[]): void {
  const open = $("join-colours").querySelector("details")?.open ?? false;
  const summary = el("summary", {});
  const name = (): void => {
    summary.textContent = `${say("your_colour")}: ${colours.find(({ id }) => id === colour)?.name ?? say("any_colour")}`;
  };
  const choose = (chosen: string | null): void => {
    colour = chosen;
    name();
  };
  name();
  $("join-colours").replaceChildren(el("details", { open }, summary, colourField(colours, -1, colour, () => say("colour_taken"), choose)));
}

async function look(): Promise<void> {
  [invitation, problem] = [null, ""];
  if (!secret) problem = say("join_incomplete");
  else
    try {
      invitation = await request<Invitation>(`/api/invitation?lang=${language()}`, { secret });
      const title = invitation.title;
      titleName = (await titles()).find(({ id }) => id === title)?.name ?? "";
    } catch (error) {
      problem = errorText(error);
    }
  show();
}

$("join").addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt($<HTMLButtonElement>("take"), showError, async () => {
    const name = nameField.value.trim();
    if (name && name !== nameField.defaultValue) await request<Identity>("/api/me", { name });
    const table = invitation?.table ?? "";
    try {
      await request<JoinedTable>("/api/join", { secret, nonce: nonceFor(table), colour });
    } catch (error) {
      await look(); // the seat may be gone
      if (invitation && obstacle()) return;
      throw error;
    }
    location.replace(tableUrl(table));
  });
});
addEventListener("hashchange", () => location.reload());

startPage((changed) => changed === "language" && void refresh().then(look, (error: unknown) => showError(errorText(error))));
void look();
