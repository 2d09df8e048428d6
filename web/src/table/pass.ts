// Several people with one browser: a neutral screen between their turns, so that nobody sees another's secrets.

import { $, el, render } from "../elements";
import { language, say } from "../words";
import { connection } from "./connection";
import { colourClass, letter, nameOf, update } from "./state";

/** Ask to pass the device on. The page has no data of the next person before they confirm that they have it. */
export function showPass(): void {
  const seat = update()?.passing ?? null;
  const box = $("handover");
  const was = !box.hidden;
  box.hidden = seat === null;
  document.body.classList.toggle("passing", seat !== null);
  if (seat === null) {
    if (was) $("prompt").focus({ preventScroll: true });
    return;
  }
  const name = nameOf(seat);
  const inside = box.contains(document.activeElement);
  const drawn = render(box, [seat, name, letter(seat), language()], () => [
    el("p", { class: colourClass(seat) }, el("span", { class: "token", "aria-hidden": "true" }, letter(seat))),
    el("h2", { id: "handover-title", class: "display" }, say("pass_to", { name })),
    el("p", { class: "soft" }, say("pass_help")),
    el("p", {}, el("button", { type: "button", id: "handover-ready", class: "grand", onclick: () => connection.hold(seat) }, say("pass_ready", { name }))),
  ]);
  if (!was || (drawn && inside)) $("handover-ready").focus({ preventScroll: true });
}
