// What the others propose: to end the game, a bot for somebody who is away. And leaving a game for good.

import { $, el, render } from "../elements";
import { levelName } from "../levels";
import type { Agreement } from "../wire";
import { language, say } from "../words";
import { connection } from "./connection";
import type { Order } from "./connection";
import { showRematch } from "./rematch";
import { inLesson, nameOf, over, practice, seated, seats, state, update } from "./state";

const found = (kind: string): Agreement | undefined => update()?.agreements.find((row) => row.kind === kind);
const mine = (): number => state.frame?.seat ?? -1;
const gone = (): boolean => Boolean(seats()[mine()]?.left || seats()[mine()]?.forfeited);
const names = (all: number[]): string => all.map(nameOf).join(", ");
/** Who still has to agree. */
const missing = (row: Agreement): number[] => row.asked.filter((seat) => !row.agreed.includes(seat));
const give = (order: Order): void => void connection.send(order);
const end = (agreed: boolean): void => give({ type: "end", seen: state.number, agreed });

function button(id: string, text: string, act: () => void, quiet = false): HTMLElement {
  return el("button", { type: "button", id, class: quiet ? "quiet small" : "small", disabled: state.busy, onclick: act }, text);
}

/** Show what the player is asked, and what becomes of the player's own proposals. */
export function showProposals(showError: (text: string) => void): void {
  showRematch(showError);
  showLeaving();
  const box = $("proposal");
  const frame = update();
  const end_ = found("end");
  const declined = found("no:end");
  const bots = frame?.agreements.filter((row) => row.kind.startsWith("bot:")) ?? [];
  box.hidden = !frame || over() || !seated() || gone() || !(end_ || declined || bots.length);
  if (box.hidden) return;
  const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
  const drawn = render(box, [frame?.agreements, mine(), state.busy, language(), seats().map((seat) => seat.name)], () => [
    ...(end_ ? endBox(end_) : declined ? [el("p", {}, say("end_declined", { names: names(declined.agreed) }))] : []),
    ...bots.flatMap(botBox),
  ]);
  if (drawn && focus) (document.getElementById(focus) ?? $("prompt")).focus({ preventScroll: true });
}

function endBox(row: Agreement): HTMLElement[] {
  if (row.agreed.includes(mine()))
    return [
      el("p", {}, say("end_waits", { names: names(missing(row)) })),
      el("p", { class: "row" }, button("end-no", say("end_withdraw"), () => end(false), true)),
    ];
  return [
    el("p", {}, say("end_asked", { names: names(row.agreed) })),
    el("p", { class: "row" }, button("end-yes", say("end_agree"), () => end(true)), button("end-no", say("end_decline"), () => end(false), true)),
  ];
}

function botBox(row: Agreement): HTMLElement[] {
  const seat = Number(row.kind.slice("bot:".length));
  const name = nameOf(seat);
  if (seat === mine()) return [];
  if (row.agreed.includes(mine())) return [el("p", {}, say("bot_waits", { name, names: names(missing(row)) }))];
  const agree = (): void => give({ type: "substitute", seen: state.number, seat });
  return [
    el("p", {}, say("bot_asked", { name, names: names(row.agreed) })),
    el("p", { class: "row" }, button("bot-yes", say("end_agree"), agree)),
  ];
}

// --- leaving ---

let asking: "leave" | "end" | "" = "";

/** Leaving and ending, in the panel of settings. */
function showLeaving(): void {
  const box = $("leaving");
  const frame = update();
  box.hidden = inLesson || !frame || over() || !seated() || gone();
  if (box.hidden) {
    asking = "";
    return;
  }
  const alone = frame?.seats.every((seat, k) => k === mine() || seat.program || (seat.bot && (!seat.stand_in || seat.left || seat.forfeited)));
  const bound = alone && frame?.rated; // nobody ends a rated game alone
  const ask = (what: typeof asking, focus: string): void => {
    asking = what;
    showLeaving();
    document.getElementById(focus)?.focus();
  };
  const question = (what: "leave" | "end", text: string, act: () => void): HTMLElement =>
    el(
      "div",
      { role: "group", "aria-labelledby": "leaving-ask" },
      el("p", { id: "leaving-ask" }, text),
      el(
        "p",
        { class: "row" },
        button("leaving-yes", say(what === "leave" ? "leave_yes" : alone ? "end_now" : "end_propose"), () => {
          ask("", "panel-title");
          act();
        }),
        button("leaving-no", say("leave_no"), () => ask("", `ask-${what}`), true),
      ),
    );
  const level = frame ? levelName(frame.level) : "";
  render(box, [asking, alone, state.busy, language(), level, practice(), Boolean(found("end"))], () => [
    el("h3", {}, say("leaving")),
    asking === "leave" ? question("leave", say("leave_ask", { level }), () => give({ type: "leave", seen: state.number })) : null,
    asking === "end" ? question("end", say(alone ? "end_ask_alone" : "end_ask"), () => end(true)) : null,
    asking
      ? null
      : el(
          "p",
          { class: "row" },
          alone && !bound ? null : button("ask-leave", say("leave"), () => ask("leave", "leaving-no"), true),
          bound || found("end") ? null : button("ask-end", say("end_game"), () => ask("end", "leaving-no"), true),
        ),
  ]);
}
