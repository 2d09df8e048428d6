// What there is to decide, or what one waits for, in a sentence.

import { say } from "../words";
import { archivePrompt } from "./archive";
import { connection } from "./connection";
import { ending } from "./result";
import { nameOf, over, seated, seats, state } from "./state";

export function promptText(): string {
  const frame = state.frame;
  if (!frame) return connection.condition === "closed" ? archivePrompt() : say("prompt_loading");
  if (frame.type === "waiting")
    return say(seated() ? "waiting_seated" : frame.free.length ? "waiting_standing" : "waiting_full");
  if (over()) return ending();
  if (frame.offers.length || frame.prompt) return frame.prompt || say("your_turn");
  const turn = frame.to_act ?? 0;
  const about = say(seats()[turn]?.bot ? "bot_turn" : "other_turn", { name: nameOf(turn) });
  if (!seated()) return `${say("watching")} ${about}`;
  return seats()[frame.seat]?.bot ? `${say("bot_for_you")} ${about}` : about;
}
