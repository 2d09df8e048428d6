// Undo, redo and the moves that belong to no place: always in the same corner.

import { $, el, icon, narrow, refill } from "../elements";
import { count, language, say } from "../words";
import type { Offer } from "./frames";
import { over, seated, state, update } from "./state";

export interface Doing {
  undo(steps: number): void;
  redo(): void;
  take(offer: Offer): void;
  list(): void;
}

const MOST = 3; // so many moves without a place become buttons; more are in the list

/** The offers that no thing in the picture stands for. */
export const placeless = (): Offer[] => (update()?.offers ?? []).filter((offer) => offer.parts.length === 0);

/** Buttons of the picture (to pass, to skip): on a telephone they may be far away. */
const buttons = (): Offer[] =>
  (update()?.offers ?? []).filter((offer) => offer.parts.length === 1 && document.querySelector(`#picture #${CSS.escape(offer.parts[0] ?? "")}.button`));

export function showActions(doing: Doing): void {
  const frame = update();
  const box = $("actions");
  box.hidden = !frame || over() || !seated();
  if (!frame || box.hidden) return;
  const loose = [...placeless(), ...(narrow.matches ? buttons() : [])];
  const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
  const made = refill(box, [state.number, language(), frame.undoable, frame.redoable, loose.map((offer) => offer.move), state.busy], () => [
    ...(loose.length > MOST
      ? [el("button", { type: "button", id: "choose", onclick: () => doing.list() }, count("choose_n", loose.length))]
      : loose.map((offer, k) =>
          el(
            "button",
            { type: "button", id: `take-${k}`, class: `take${offer.parts.length ? " quiet" : ""}`, "data-take": offer.move, disabled: state.busy, onclick: () => doing.take(offer) },
            offer.text,
          ),
        )),
    el(
      "button",
      {
        type: "button", id: "undo", class: "quiet", disabled: !frame.undoable || state.busy,
        title: frame.undoable ? count("undo_hint", frame.undoable) : say("undo_none"), onclick: () => doing.undo(1),
      },
      icon("undo"),
      say("undo"),
    ),
    frame.undoable > 1 &&
      el(
        "button",
        { type: "button", id: "undo-all", class: "quiet", disabled: state.busy, onclick: () => doing.undo(frame.undoable) },
        count("undo_all", frame.undoable),
      ),
    frame.redoable > 0 &&
      el("button", { type: "button", id: "redo", class: "quiet", disabled: state.busy, onclick: () => doing.redo() }, icon("redo"), say("redo")),
  ]);
  if (made && focus) {
    const next = document.getElementById(focus) as HTMLButtonElement | null;
    if (next && !next.disabled) next.focus();
    else $("prompt").focus({ preventScroll: true });
  }
}
