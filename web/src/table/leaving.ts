// Giving up or ending a game: leave, concede, end with the current scores or without a result. Each is confirmed first.

import { $, el, render } from "../elements";
import { levelName } from "../levels";
import type { Person } from "../wire";
import { language, say } from "../words";
import { connection } from "./connection";
import type { Order } from "./connection";
import { hasGivenUp, inLesson, over, seated, seats, state, update } from "./state";

type Way = "leave" | "concede" | "scores" | "end";
let asking: Way | "" = "";

const mine = (): number => state.frame?.seat ?? -1;
const isPerson = (seat: Person): boolean => !seat.program && (!seat.bot || seat.stand_in);

/** Show the ways to leave a running game, at the top of the panel. */
export function showLeaving(): void {
  const box = $("leaving");
  const frame = update();
  box.hidden = inLesson || !frame || over() || !seated() || hasGivenUp(seats()[mine()]);
  if (!frame || box.hidden) {
    asking = "";
    return;
  }
  const others = seats().filter((_, k) => k !== mine());
  const alone = !others.some((seat) => isPerson(seat) && !hasGivenUp(seat));
  const sides = others.filter((seat) => !seat.forfeited && !seat.conceded).length;
  const level = levelName(frame.level);
  const proposed = (kind: string): boolean => frame.agreements.some((row) => row.kind === kind);
  const ways: Record<Way, { possible: boolean; ask: string; yes: string; order: Order }> = {
    leave: {
      possible: !alone || frame.rated,
      ask: say(alone ? "leave_ask_end" : "leave_ask", { level }),
      yes: say("leave_yes"),
      order: { type: "leave", seen: state.number },
    },
    concede: {
      possible: true,
      ask: say(alone || sides === 1 ? "concede_ask_end" : "concede_ask", { level }),
      yes: say("concede_yes"),
      order: { type: "concede", seen: state.number },
    },
    scores: {
      possible: !alone && !proposed("scores"),
      ask: `${say("scores_ask")}${frame.rated ? ` ${say("scores_rated")}` : ""}`,
      yes: say("end_propose"),
      order: { type: "end", seen: state.number, agreed: true, scores: true },
    },
    end: {
      possible: !(alone && frame.rated) && !proposed("end"),
      ask: say(alone ? "end_ask_alone" : "end_ask"),
      yes: say(alone ? "end_now" : "end_propose"),
      order: { type: "end", seen: state.number, agreed: true },
    },
  };
  const names = { leave: "leave", concede: "concede", scores: "scores_game", end: "end_game" } as const;
  if (asking && !ways[asking].possible) asking = "";
  const ask = (what: typeof asking, focus: string): void => {
    asking = what;
    showLeaving();
    document.getElementById(focus)?.focus();
  };
  const button = (id: string, text: string, act: () => void, quiet = true): HTMLElement =>
    el("button", { type: "button", id, class: quiet ? "quiet small" : "small", disabled: state.busy, onclick: act }, text);
  const question = (what: Way): HTMLElement =>
    el(
      "div",
      { role: "group", "aria-labelledby": "leaving-ask" },
      el("p", { id: "leaving-ask" }, ways[what].ask),
      el(
        "p",
        { class: "row" },
        button("leaving-yes", ways[what].yes, () => {
          ask("", "panel-title");
          connection.send(ways[what].order);
        }, false),
        button("leaving-no", say("leave_no"), () => ask("", `ask-${what}`)),
      ),
    );
  const all = (Object.keys(ways) as Way[]).filter((what) => ways[what].possible);
  render(box, [asking, all, asking && ways[asking].ask, state.busy, language(), state.number], () => [
    el("h3", {}, say("leaving")),
    asking ? question(asking) : el("p", { class: "row" }, ...all.map((what) => button(`ask-${what}`, say(names[what]), () => ask(what, "leaving-no")))),
  ]);
}
