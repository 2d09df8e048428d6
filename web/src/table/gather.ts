// People in the lobby: who is ready, what the host can do with them, and how the game starts.

import { el } from "../elements";
import { request } from "../server";
import type { Waiting } from "../wire";
import { say, sayCount } from "../words";
import { API, nameOf } from "./state";

export type Button = (id: string, text: string, work: () => Promise<unknown>, kind?: string, label?: string) => HTMLElement;

const isPerson = (frame: Waiting, k: number): boolean => !frame.kinds[k] && !frame.seats[k]?.bot && !frame.seats[k]?.program;
const people = (frame: Waiting): number[] => frame.seats.flatMap((_, k) => (isPerson(frame, k) ? [k] : []));
/** Whether anybody besides the people at the host's browser sits at the table. */
const gathers = (frame: Waiting): boolean => people(frame).some((k) => !frame.own.includes(k) || !frame.owned);

/** What the lobby says about a person besides their name. */
export function aboutPerson(frame: Waiting, k: number): string {
  const words = frame.own.includes(k) ? [say(k === frame.own[0] ? "you" : "same_browser")] : [say(frame.seats[k]?.here ? "here" : "away")];
  const hosts = k === frame.host_seat;
  if (hosts) words.push(say("host"));
  if (gathers(frame) && (frame.ready[k] || !hosts)) words.push(say(frame.ready[k] ? "ready" : "not_ready")); // hosts decide when to start
  return words.join(" · ");
}

let asked = -1; // the seat that the host is asked to confirm removing

/** The state that the host's buttons depend on, besides the table. */
export const gatherKey = (): unknown => asked;

/** The host's buttons for the person at a seat. */
export function personChoices(frame: Waiting, k: number, button: Button, again: () => void): HTMLElement | null {
  if (!isPerson(frame, k)) return null;
  const name = nameOf(k);
  if (frame.own.includes(k)) {
    const whole = k === frame.own[0];
    if (!whole && frame.own.length < 2) return null;
    const text = say(whole ? "stand_up" : "seat_remove");
    return el("span", { class: "seat-choices" }, button(`stand-${k}`, text, () => stand(frame, whole ? null : k), "quiet small", whole ? text : say("person_remove", { name })));
  }
  if (!frame.owned) return null;
  const ask = (seat: number): void => {
    asked = seat;
    again();
    document.getElementById(seat < 0 ? `remove-person-${k}` : "remove-no")?.focus();
  };
  if (asked === k)
    return el(
      "span",
      { class: "seat-choices asks", role: "group", "aria-labelledby": "remove-ask" },
      el("span", { id: "remove-ask" }, say("remove_ask", { name })),
      button("remove-yes", say("remove_yes"), () => request(`${API}/remove`, { seat: k }).finally(() => (asked = -1)), "small"),
      el("button", { type: "button", class: "quiet small", id: "remove-no", onclick: () => ask(-1) }, say("remove_no")),
    );
  return el(
    "span",
    { class: "seat-choices" },
    button(`host-${k}`, say("make_host"), () => request(`${API}/host`, { seat: k }), "quiet small", `${name}: ${say("make_host")}`),
    el("button", { type: "button", class: "quiet small", id: `remove-person-${k}`, "aria-label": say("person_remove", { name }), onclick: () => ask(k) }, say("seat_remove")),
  );
}

/** Stand up. Somebody who may not see the table without a seat goes to the home page. */
async function stand(frame: Waiting, seat: number | null): Promise<void> {
  await request(`${API}/stand`, { seat });
  if (seat === null && frame.visibility === "invitation" && !frame.owned) location.assign("/");
}

/** Who the game is waiting for, and the button to start it or to say "ready". `changed`: the host has just changed the
 * settings. */
export function startBox(frame: Waiting, button: Button, changed: boolean): HTMLElement | null {
  const missing = frame.kinds.filter(Boolean).length;
  const live = frame.pace !== "day";
  const own = frame.own[0] ?? -1;
  const ready = frame.ready[own] ?? false;
  const guests = people(frame).filter((k) => k !== frame.host_seat && !frame.own.includes(k));
  const unready = guests.filter((k) => !frame.ready[k]);
  const away = guests.filter((k) => frame.ready[k] && live && !frame.seats[k]?.here);
  const names = (seats: number[]): string => seats.map(nameOf).join(", ");
  const lines = [
    missing ? sayCount("lobby_missing", missing) : "",
    unready.length ? say("lobby_unready", { names: names(unready) }) : "",
    away.length ? say("lobby_away", { names: names(away) }) : "",
  ].filter(Boolean);
  const setReady = (on: boolean): Promise<unknown> => request(`${API}/ready`, { ready: on });
  const parts: (HTMLElement | null)[] = [];
  if (frame.owned) {
    const waits = lines.length > 0;
    if (!waits) lines.push(say("lobby_complete"));
    if (!missing) {
      const start = button("start", say("start_game"), () => request(`${API}/start`, {}), "grand");
      if (frame.rated && unready.length) start.setAttribute("disabled", "");
      parts.push(start);
    }
    if (waits && own >= 0) {
      if (ready) lines.push(say("starts_by_itself"));
      parts.push(ready ? button("ready-no", say("start_by_hand"), () => setReady(false)) : button("ready-yes", say("start_when_ready"), () => setReady(true)));
    }
  } else if (own >= 0) {
    if (ready) {
      lines.push(say("you_are_ready", { name: frame.host }));
      parts.push(button("ready-no", say("say_not_ready"), () => setReady(false)));
    } else {
      if (changed) lines.unshift(say("facts_changed"));
      parts.push(button("ready-yes", say("say_ready"), () => setReady(true), "grand"));
    }
  }
  if (!lines.length && !parts.length) return null;
  return el("div", { class: "lobby-part start", role: "group", "aria-label": say("start_group") }, lines.length ? el("p", { id: "gathering" }, lines.join(" ")) : null, parts.length ? el("p", { class: "row centre" }, ...parts) : null);
}
