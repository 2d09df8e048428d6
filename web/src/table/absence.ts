// People who are away: how long, and what the others can do about it, in the dock.

import { $, el, render } from "../elements";
import { levelName } from "../levels";
import { formatClock, language, say } from "../words";
import { connection } from "./connection";
import { speak } from "./log";
import { hasGivenUp, nameOf, over, seated, seats, state, update } from "./state";

const SOON = 10; // seconds; somebody who is away for less may just be reloading the page

const passed = (): number => (Date.now() - state.arrived) / 1000;
export const byCorrespondence = (): boolean => Boolean(update()?.clock?.time.startsWith("days"));
/** How many seconds somebody has been away. */
export const awayFor = (k: number): number => (seats()[k]?.away ?? 0) + passed();
/** Seconds until a bot may play for somebody. */
export const graceLeft = (k: number): number => Math.max(0, Math.ceil((seats()[k]?.absent ?? 0) - passed()));
/** Whether somebody is not at the table. In a correspondence game nobody sits there all day. */
export const isAway = (k: number): boolean => !over() && !byCorrespondence() && seats()[k]?.away !== null && seats()[k]?.away !== undefined;

/** Let a bot play for a player who is away. */
export function substitute(seat: number): void {
  connection.send({ type: "substitute", seen: state.number, seat });
}

const waits = new Set<string>(); // what the player has been told to wait for
let told = ""; // the last change that was announced

/** Show how to end the game, at the top of the settings panel. */
function openGame(): void {
  if ($("tool-more").getAttribute("aria-expanded") !== "true") $("tool-more").click();
  document.querySelector<HTMLElement>("#leaving button")?.focus();
}

/** Whether the dock should mention somebody: who has been away for a while, or keeps a correspondence game waiting. */
function matters(k: number): boolean {
  const frame = update();
  const seat = seats()[k];
  if (!frame || !seat || frame.own.includes(k) || seat.program) return false;
  const due = seat.absent !== null && !graceLeft(k);
  return due || (isAway(k) && awayFor(k) >= SOON);
}

/** What may happen: `until` the grace time is over, `now`, if all `agree`, or on a timeout. */
function prospect(k: number): "until" | "now" | "agree" | "clock" | "forfeit" | "" {
  const frame = update();
  if (seats()[k]?.absent !== null) return graceLeft(k) ? "until" : byCorrespondence() ? "agree" : "now";
  return frame?.rated ? (frame.clock?.timeout === "forfeit" ? "forfeit" : "clock") : "";
}

function sentence(k: number, what: ReturnType<typeof prospect>): string {
  const away = say("away_for", { name: nameOf(k), time: formatClock(awayFor(k)) });
  const level = levelName(update()?.level ?? "");
  return [byCorrespondence() ? "" : away, what && say(`away_${what}`, { level, time: formatClock(graceLeft(k)) })].join(" ").trim();
}

/** Show in the dock who is away, with the available actions. */
export function showAbsence(): void {
  const box = $("absence");
  const frame = update();
  const playing = frame && !over() && !frame.paused && seated() && !seats()[frame.seat]?.bot;
  const all = playing ? [...seats().keys()].filter(matters).map((k) => ({ k, what: prospect(k) })) : [];
  const open = all.filter(({ k, what }) => !waits.has(`${k} ${what}`));
  const shown = open.sort((one, other) => Number(other.k === frame?.to_act) - Number(one.k === frame?.to_act)).slice(0, 1); // who has to act
  for (const key of [...waits]) if (!all.some(({ k }) => key.startsWith(`${k} `))) waits.delete(key); // they are back
  box.hidden = !shown.length;
  if (!frame || !shown.length) {
    if (!all.length) told = "";
    return;
  }
  const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
  const key = [shown, language(), state.busy, frame.agreements.map((row) => row.kind), shown.map(({ k }) => nameOf(k))];
  const drawn = render(box, key, () => shown.flatMap(({ k, what }) => lines(k, what)));
  if (drawn && focus) (document.getElementById(focus) ?? $("prompt")).focus({ preventScroll: true });
  for (const { k, what } of shown) {
    const text = document.getElementById(`away-${k}`);
    const words = sentence(k, what);
    if (text && text.textContent !== words) text.textContent = words;
  }
  const news = JSON.stringify(shown);
  if (news !== told) speak(shown.map(({ k, what }) => sentence(k, what)).join(" "));
  told = news;
}

function lines(k: number, what: ReturnType<typeof prospect>): HTMLElement[] {
  const asked = update()?.agreements.some((row) => row.kind === `bot:${k}`);
  const bot = ["until", "now", "agree"].includes(what) && !asked;
  const wait = (): void => {
    waits.add(`${k} ${what}`);
    showAbsence();
    $("prompt").focus({ preventScroll: true });
  };
  const button = (id: string, text: string, act: () => void, quiet = true, disabled = false): HTMLElement =>
    el("button", { type: "button", id: `${id}-${k}`, class: quiet ? "quiet small" : "small", disabled: state.busy || disabled, onclick: act }, text);
  return [
    el("p", { id: `away-${k}` }),
    el(
      "p",
      { class: "row" },
      bot ? button("away-bot", say("substitute"), () => substitute(k), what === "until", what === "until") : null,
      button("away-wait", say("away_wait"), wait),
      hasGivenUp(seats()[update()?.seat ?? -1]) ? null : button("away-end", say("away_end"), openGame),
    ),
  ];
}
