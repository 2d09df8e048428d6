// Time controls in words: `live 600+15`, `turn 60`, `days 3`, and what a timeout means.

import { levelName } from "./levels";
import { say, sayCount } from "./words";

const MINUTE = 60;

export function timeText(time: string): string {
  const [kind = "none", rest = ""] = time.split(" ");
  const [n = 0, increment = 0] = rest.split("+").map(Number);
  if (kind === "live") return say("time_live", { main: n % MINUTE ? `${n} s` : `${n / MINUTE} min`, n: increment });
  if (kind === "turn") return say("time_turn", { n });
  return kind === "days" ? sayCount("time_days", n) : say("time_none");
}

export const timeoutText = (timeout: string): string =>
  timeout === "forfeit" ? say("timeout_forfeit") : say("timeout_bot", { level: levelName(timeout.slice("bot:".length)) });
