// Before the game: who sits where, the settings, and what the host can do: invite, change seats, start, close the table.

import { colourField, stillFree } from "../colours";
import { $, el, icon, render } from "../elements";
import { differences, factsList, seatText } from "../facts";
import { lastLevel } from "../levels";
import { invitationBox, invitationOf, invitationUrl, rememberInvitation } from "../links";
import { attempt, errorText, request, sit } from "../server";
import type { NewLink, Waiting } from "../wire";
import { capitalize, formatDate, language, say } from "../words";
import { factsBox } from "./facts";
import { aboutPerson, gatherKey, personChoices, startBox } from "./gather";
import { programBox, programKey } from "./program";
import { API, TABLE, colourClass, letter, nameOf, seated, state } from "./state";
import { levels, optionInfos, titleName } from "./title";

type Told = (text: string) => void;
let closing = false; // the host is asked to confirm closing the table
let secret = invitationOf(TABLE);
let refusals = 0;
let wanted: string | null = null; // the colour to sit down with

export function showLobby(notify: Told, showError: Told): void {
  const frame = state.frame;
  const box = $("lobby");
  box.hidden = frame?.type !== "waiting";
  if (frame?.type !== "waiting") return;
  box.classList.toggle("closed", frame.status === "closed");
  const again = (): void => showLobby(notify, showError);
  noteNews(frame, notify);
  const key = [frame, closing, refusals, secret, language(), titleName(), optionInfos(), programKey(), gatherKey(), news]; // the title's words come later
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : "";
  render(box, key, () => (frame.status === "closed" ? closed() : open(frame, again, notify, showError)));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

let agreed: Waiting | null = null; // as last shown
let news: string[] = []; // what the host has changed since this guest was ready

/** Mark and announce what the host has changed. */
function noteNews(frame: Waiting, notify: Told): void {
  const changed = agreed && !frame.owned && agreed !== frame ? differences(agreed, frame) : [];
  agreed = frame;
  if (frame.own.some((k) => frame.ready[k])) news = [];
  if (!changed.length) return;
  news = [...new Set([...news, ...changed])];
  notify(say("facts_changed"));
}

let link: { key: string; box: HTMLElement } | null = null;

/** The link and its QR code. They stay in place while people come and go. */
function linkBox(secret: string, notify: Told, renew: HTMLElement): HTMLElement {
  const key = [secret, language(), titleName()].join();
  if (link?.key !== key) link = { key, box: invitationBox(invitationUrl(TABLE, secret), titleName(), notify, renew) };
  return link.box;
}

function closed(): HTMLElement[] {
  return [
    el("h2", { class: "display" }, titleName()),
    el("p", {}, say("lobby_closed")),
    el("p", { class: "ways" }, el("a", { class: "button", href: "/" }, say("to_home")), el("a", { class: "button quiet", href: "/new" }, say("new_link"))),
  ];
}

function open(frame: Waiting, again: () => void, notify: Told, showError: Told): (HTMLElement | null)[] {
  const act = (event: Event, work: () => Promise<unknown>): void =>
    void attempt(event.currentTarget as HTMLButtonElement, showError, async () => void (await work()));
  const button = (id: string, text: string, work: () => Promise<unknown>, kind = "quiet", label = text): HTMLElement =>
    el("button", { type: "button", id, class: kind, "aria-label": label === text ? null : label, onclick: (event: Event) => act(event, work) }, text);
  const change = (kind: string, seat: number | null = null): Promise<unknown> => request(`${API}/seats`, { kind, seat });
  const free = frame.kinds.filter(Boolean).length;
  const bot = `bot:${lastLevel(levels())}`;

  const renew = async (): Promise<void> => {
    const first = !secret;
    secret = (await request<NewLink>(`${API}/invitation`, {})).secret;
    rememberInvitation(TABLE, secret);
    notify(say(first ? "link_ready" : "renewed"));
    again();
  };
  const invite = (): HTMLElement =>
    el(
      "section",
      { class: "lobby-part", "aria-labelledby": "invite-head" },
      el("h3", { id: "invite-head" }, say("invite_friends")),
      el("p", { class: "soft" }, say(secret ? "invite_help" : "invite_none")),
      secret ? linkBox(secret, notify, button("renew", say("renew"), renew)) : el("p", {}, button("renew", say("renew_first"), renew)),
    );

  const about = (k: number): string => {
    const seat = frame.seats[k];
    return (seat && seatText(frame.kinds[k] ?? "", seat)) || aboutPerson(frame, k);
  };
  const choices = (k: number): HTMLElement | null => {
    const [seat, kind] = [frame.seats[k], frame.kinds[k]];
    if (!frame.owned || !(kind || seat?.bot || seat?.program)) return null;
    const label = say("seat", { n: k + 1 });
    return el(
      "span",
      { class: "seat-choices" },
      kind ? button(`bot-${k}`, say("seat_to_bot"), () => change(bot, k), "quiet small", `${label}: ${say("seat_to_bot")}`) : null,
      kind && kind !== "program"
        ? null
        : button(`person-${k}`, say("seat_to_person"), () => change("invite", k), "quiet small", `${label}: ${say("seat_to_person")}`),
      frame.players.includes(frame.seats.length - 1) && button(`remove-${k}`, say("seat_remove"), () => change("gone", k), "quiet small", `${label}: ${say("seat_remove")}`),
    );
  };
  const seatList = el(
    "ul",
    { class: "lobby-seats" },
    ...frame.seats.map((seat, k) =>
      el(
        "li",
        { class: `${colourClass(k)}${frame.kinds[k] ? " empty" : ""}` },
        el("span", { class: "token", "aria-hidden": "true" }, letter(k)),
        el("span", { class: "name" }, seat.name || say("seat", { n: k + 1 })),
        el("span", { class: "soft" }, about(k)),
        choices(k) ?? personChoices(frame, k, button, again),
      ),
    ),
  );

  const canSit = !seated() && frame.free.length > 0;
  const choose = async (colour: string, seat: number): Promise<void> => {
    try {
      await request(`${API}/colour`, { colour, seat });
    } catch (error) {
      showError(errorText(error));
      refusals += 1; // show the actual colour again
      again();
    }
  };
  const colours = (seat: number): HTMLElement =>
    colourField(frame.colours, seat, frame.seats[seat]?.colour ?? null, nameOf, (colour) => colour && void choose(colour, seat), frame.own[0] === seat ? "" : nameOf(seat));
  /** The colour to sit down with. A reserved seat has one. */
  const wish = (): HTMLElement => {
    wanted = stillFree(frame.colours, wanted);
    const [next = -1] = frame.free;
    const kept = frame.kinds[next] === "reserved" ? next : -1;
    return colourField(frame.colours, kept, wanted ?? frame.seats[kept]?.colour ?? null, nameOf, (colour) => (wanted = colour));
  };
  const host = (): HTMLElement =>
    el(
      "div",
      { class: "ways" },
      frame.players.includes(frame.seats.length + 1) && button("add-seat", say("seat_add"), () => change("invite", frame.seats.length)),
      free > 0 && (seated() || free < frame.seats.length) && button("fill", say("fill_with_bots"), () => change(bot).then(() => request(`${API}/start`, {}))),
      closing
        ? el(
            "span",
            { class: "row centre", role: "group", "aria-labelledby": "close-ask" },
            el("span", { id: "close-ask" }, say("close_ask")),
            button("close-yes", say("close_yes"), () => request(`${API}/close`, {}), ""),
            el("button", { type: "button", class: "quiet", id: "close-no", onclick: () => ask(false) }, say("close_no")),
          )
        : el("button", { type: "button", class: "quiet", id: "close-table", onclick: () => ask(true) }, icon("close"), say("close_table")),
    );
  const ask = (on: boolean): void => {
    closing = on;
    again();
    $(on ? "close-no" : "close-table").focus();
  };

  const nearby = (): HTMLElement => {
    const input = el("input", { id: "nearby-name", type: "text", maxlength: 24, required: true, autocomplete: "off" });
    const add = async (event: Event): Promise<void> => {
      event.preventDefault();
      const button = $<HTMLButtonElement>("nearby");
      await attempt(button, showError, async () => void (await sit(TABLE, null, input.value)));
    };
    return el(
      "form",
      { class: "lobby-part", onsubmit: (event: Event) => void add(event) },
      el("p", { class: "soft" }, say("nearby_help")),
      el("p", { class: "row centre" }, el("label", { for: "nearby-name" }, say("nearby_name")), input, el("button", { type: "submit", id: "nearby", class: "quiet" }, say("nearby_add"))),
    );
  };

  return [
    el("h2", { class: "display" }, titleName()),
    el("p", { class: "soft" }, frame.owned ? say(frame.seat >= 0 ? "host_seated" : "host_standing") : capitalize(say("hosted_by", { name: frame.host }))),
    frame.removed ? el("p", { id: "removed" }, say("join_removed")) : null,
    frame.rated ? el("p", { id: "rated" }, el("strong", {}, `${say("rated_label")}.`), ` ${say("rated_help")}`) : null,
    canSit ? el("p", {}, button("sit", say("sit"), () => sit(TABLE, wanted), "grand")) : null,
    frame.declined.length ? el("p", { id: "declined" }, say("rematch_declined", { names: frame.declined.join(", ") })) : null,
    seatList,
    startBox(frame, button, news.length > 0),
    frame.owned && frame.kinds.some((kind) => kind === "invite" || kind === "open") ? invite() : null,
    ...(canSit ? [wish()] : frame.own.map(colours)),
    seated() && frame.free.length > 0 ? nearby() : null,
    frame.owned ? host() : null,
    el("section", { class: "lobby-part", "aria-labelledby": "facts-head" }, el("h3", { id: "facts-head" }, say("how_we_play")), factsList(frame, optionInfos(), news), frame.owned ? factsBox(frame, notify, showError) : null),
    frame.owned ? programBox(frame, about, again, notify) : null,
    el("p", { class: "promise soft" }, say("closes_at", { when: formatDate(frame.closes) })),
    el("p", { class: "promise soft" }, say("commitment_hint", { hash: frame.commitment })),
  ];
}
