// A sentence on what to decide or what to wait for.

import { $ } from "../elements";
import { say } from "../words";
import { showTurnIcon } from "./attention";
import { archivePrompt } from "./archive";
import { connection } from "./connection";
import { following, speak } from "./log";
import { ending } from "./result";
import { entries, hasGivenUp, nameOf, over, seated, seats, state, stoodIn, update } from "./state";
import { windowTitle } from "./title";

/** Several people with one browser: the prompt says whose turn it is. */
function named(prompt: string): string {
  const frame = update();
  return frame && frame.own.length > 1 ? say("prompt_of", { name: nameOf(frame.seat), prompt }) : prompt;
}

function promptText(): string {
  const frame = state.frame;
  if (!frame) return connection.condition === "closed" ? archivePrompt() : say("prompt_loading");
  if (frame.status === "closed") return say("table_closed");
  if (frame.type === "waiting")
    return say(seated() ? "waiting_seated" : frame.free.length ? "waiting_standing" : "waiting_full");
  if (over()) return ending();
  if (frame.offers.length || frame.prompt) return named(frame.prompt || say("your_turn"));
  if (frame.ahead.length) return say("decided_ahead");
  const turn = frame.to_act ?? 0;
  const about = frame.paused ? say("paused") : say(seats()[turn]?.bot ? "bot_turn" : "other_turn", { name: nameOf(turn) });
  if (frame.passing !== null) return say("pass_to", { name: nameOf(frame.passing) });
  if (!seated() && !frame.own.length) return `${say("watching")} ${about}`;
  const own = seats()[frame.seat];
  const last = entries().findLast((entry) => entry.seat === frame.seat);
  if (!own?.bot) return last?.kind === "lapse" ? `${say("log_lapse_you")} ${about}` : about;
  const why = own.conceded ? "conceded_for_you" : own.left ? "left_for_you" : own.forfeited ? "forfeit_for_you" : stoodIn(frame.seat) === "timeout" ? "timed_out_for_you" : "bot_for_you";
  const next = frame.paused ? say(hasGivenUp(own) ? "paused" : "paused_for_you") : turn === frame.seat ? "" : about;
  return `${say(why)} ${next}`.trim();
}

const LONG_PROMPT = 60; // letters
const LONG = 1000; // milliseconds; mention only bots that think longer
let speaking = 0;
const botDecides = (): boolean => !over() && Boolean(seats()[update()?.to_act ?? -1]?.bot);

export function showPrompt(): void {
  const text = promptText();
  const box = $("prompt");
  if (box.textContent !== text) {
    box.textContent = text;
    box.classList.toggle("long", text.length > LONG_PROMPT); // a smaller font, so that the bar does not grow
    clearTimeout(speaking);
    if (state.frame && !following()) speaking = window.setTimeout(() => speak(text), botDecides() ? LONG : 0);
  }
  const mine = Boolean(update()?.offers.length);
  document.body.classList.toggle("my-turn", mine);
  document.body.classList.toggle("busy", state.busy);
  document.title = `${mine ? `● ${say("turn_title")} · ` : ""}${windowTitle()}`;
  showTurnIcon(mine);
}
