// An invitation leads here: it names the host and the game, asks for a name, and one click takes the seat.
//
// The secret is in the fragment of the URL, so only this script knows it. Opening the page does not use up the
// invitation.

import { colourField, stillFree } from "./colours";
import { $, el } from "./elements";
import { factsList, seatText } from "./facts";
import { refresh, startPage } from "./page";
import { attempt, errorText, nonceFor, request, tableUrl, titles } from "./server";
import type { ColourChoice, Identity, Invitation, JoinedTable, TitleInfo } from "./wire";
import { language, say, sayCount, sentence } from "./words";
import type { Key } from "./words";

const OLD = /^[\w-]{32}$/; // in links of earlier versions, the path is the secret
const place = location.pathname.split("/").pop() ?? "";
const secret = location.hash.slice(1) || (OLD.test(place) ? place : "");
const nameField = $<HTMLInputElement>("name");

let invitation: Invitation | null = null;
let title: TitleInfo | undefined;
let colour: string | null = null;
let problem = ""; // why the invitation does not work

const showError = (text: string): void => {
  $("trouble").textContent = text;
};

/** What prevents the player from sitting down, if the link itself is valid. */
function obstacle(): Key | null {
  if (!invitation) return null;
  if (invitation.seat >= 0) return "join_seated";
  if (invitation.removed) return "join_removed";
  if (invitation.status === "closed") return "join_closed";
  return invitation.free ? null : "join_full";
}

function show(): void {
  const why = obstacle();
  const able = invitation !== null && !why;
  $("join").hidden = !able;
  if (invitation) {
    const { host, free } = invitation;
    $("join-head").textContent = say("join_from", { host, title: title?.name ?? "" });
    $("join-people").textContent = able ? `${sayCount("free_seats", free)}.` : "";
  }
  if (invitation && able) {
    colour = stillFree(invitation.colours, colour);
    showColours(invitation.colours);
  }
  $("join-table").replaceChildren(...(invitation && invitation.status === "waiting" && !invitation.removed ? tableOf(invitation) : []));
  $("join-why").textContent = why ? say(why) : problem;
  $("join-people").hidden = Boolean(why ?? problem);
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

/** Who sits at the table, and its agreed settings, as in its lobby. */
function tableOf({ seats, kinds, host_seat: hostSeat, ...facts }: Invitation): HTMLElement[] {
  const about = (k: number): string => {
    const seat = seats[k];
    const words = (seat && seatText(kinds[k] ?? "", seat)) || say(seat?.here ? "here" : "away");
    return k === hostSeat ? `${words} · ${say("host")}` : words;
  };
  return [
    el(
      "ul",
      { class: "lobby-seats" },
      ...seats.map((seat, k) =>
        el(
          "li",
          { class: `p-${seat.colour}${kinds[k] ? " empty" : ""}` },
          el("span", { class: "token", "aria-hidden": "true" }, seat.letter),
          el("span", { class: "name" }, seat.name || say("seat", { n: k + 1 })),
          el("span", { class: "soft" }, about(k)),
        ),
      ),
    ),
    factsList(facts, title?.options ?? []),
    ...(facts.rated ? [el("p", { class: "soft small" }, say("rated_help"))] : []),
  ];
}

/** The colours are collapsed, so that the button is visible; the summary names the chosen one. */
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
  if (!secret) problem = sentence(say("join_incomplete"));
  else
    try {
      invitation = await request<Invitation>(`/api/invitation?lang=${language()}`, { secret });
      const id = invitation.title;
      title = (await titles()).find((row) => row.id === id);
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
      await look(); // the seat may be taken
      if (invitation && obstacle()) return;
      throw error;
    }
    location.replace(tableUrl(table));
  });
});
addEventListener("hashchange", () => location.reload());

startPage((changed) => changed === "language" && void refresh().then(look, (error: unknown) => showError(errorText(error))));
void look();
