// Proposals of the others: to end the game, without a result or with the current scores; a bot for somebody who is away.

import { $, el, render } from "../elements";
import type { Agreement } from "../wire";
import { language, say } from "../words";
import { connection } from "./connection";
import type { Order } from "./connection";
import { showLeaving } from "./leaving";
import { showRematch } from "./rematch";
import { hasGivenUp, nameOf, over, seated, seats, state, update } from "./state";

const ENDS = ["end", "scores"] as const;
type End = (typeof ENDS)[number];
const found = (kind: string): Agreement | undefined => update()?.agreements.find((row) => row.kind === kind);
const mine = (): number => state.frame?.seat ?? -1;
const names = (all: number[]): string => all.map(nameOf).join(", ");
/** Who still has to agree. */
const missing = (row: Agreement): number[] => row.asked.filter((seat) => !row.agreed.includes(seat));
const give = (order: Order): void => void connection.send(order);
const end = (kind: End, agreed: boolean): void => give({ type: "end", seen: state.number, agreed, scores: kind === "scores" });

function button(id: string, text: string, act: () => void, quiet = false): HTMLElement {
  return el("button", { type: "button", id, class: quiet ? "quiet small" : "small", disabled: state.busy, onclick: act }, text);
}

/** Show the proposals that the player has to answer, and the state of their own. */
export function showProposals(showError: (text: string) => void): void {
  showRematch(showError);
  showLeaving();
  const box = $("proposal");
  const frame = update();
  const ends = ENDS.filter((kind) => found(kind) ?? found(`no:${kind}`));
  const bots = frame?.agreements.filter((row) => row.kind.startsWith("bot:")) ?? [];
  box.hidden = !frame || over() || !seated() || hasGivenUp(seats()[mine()]) || !(ends.length || bots.length);
  if (box.hidden) return;
  const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
  const drawn = render(box, [frame?.agreements, mine(), state.busy, language(), seats().map((seat) => seat.name)], () => [
    ...ends.flatMap((kind) => endBox(kind, found(kind))),
    ...bots.flatMap(botBox),
  ]);
  if (drawn && focus) (document.getElementById(focus) ?? $("prompt")).focus({ preventScroll: true });
}

function endBox(kind: End, row: Agreement | undefined): HTMLElement[] {
  if (!row) return [el("p", {}, say("end_declined", { names: names(found(`no:${kind}`)?.agreed ?? []) }))];
  if (row.agreed.includes(mine()))
    return [
      el("p", {}, say(`${kind}_waits`, { names: names(missing(row)) })),
      el("p", { class: "row" }, button(`${kind}-no`, say("end_withdraw"), () => end(kind, false), true)),
    ];
  return [
    el("p", {}, say(`${kind}_asked`, { names: names(row.agreed) })),
    el("p", { class: "row" }, button(`${kind}-yes`, say("end_agree"), () => end(kind, true)), button(`${kind}-no`, say("end_decline"), () => end(kind, false), true)),
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
