// Undo, redo and moves without a part in the picture: buttons that stay in one corner.

import { $, el, icon, render } from "../elements";
import { phone, sideways } from "../sizes";
import type { Offer } from "../wire";
import { language, say, sayCount } from "../words";
import { connection } from "./connection";
import { hasGivenUp, over, seated, seats, state, update } from "./state";
import { resume } from "./seats";

export interface ActionHandlers {
  take(offer: Offer): void;
  list(): void;
  suggest: { possible: boolean; busy: boolean; ask(shown: () => void): Promise<void> };
}

const MOST = 3; // more moves than this do not become buttons: one button opens the list

export const offersWithoutParts = (): Offer[] => (update()?.offers ?? []).filter((offer) => offer.parts.length === 0);

/** Whether one click chooses this offer completely: it is a button, below the picture or inside it (pass, skip). */
export const isButton = (offer: Offer): boolean =>
  !offer.parts.length || (offer.parts.length === 1 && document.querySelector(`#picture #${CSS.escape(offer.parts[0] ?? "")}.button`) !== null);

/** Offers of buttons inside the picture, which can be far away on a phone. */
const buttonOffers = (): Offer[] => (update()?.offers ?? []).filter((offer) => offer.parts.length && isButton(offer));

export function showActions(handlers: ActionHandlers): void {
  const frame = update();
  const box = $("actions");
  box.hidden = !frame || over() || !seated();
  if (!frame || box.hidden) return;
  const offers = [...offersWithoutParts(), ...(phone.matches || sideways.matches ? buttonOffers() : [])];
  const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
  const own = seats()[frame.seat];
  const away = Boolean(own?.stand_in && !hasGivenUp(own)); // a bot plays for the player
  const key = [away, state.number, language(), frame.undoable, frame.redoable, offers.map((offer) => offer.move), state.busy, handlers.suggest.possible, handlers.suggest.busy];
  const changed = render(box, key, () => [
    away && el("button", { type: "button", id: "return", disabled: state.busy, onclick: resume }, say("resume")),
    ...(offers.length > MOST
      ? [el("button", { type: "button", id: "choose", onclick: () => handlers.list() }, sayCount("choose_n", offers.length))]
      : offers.map((offer, k) =>
          el(
            "button",
            { type: "button", id: `take-${k}`, class: `take${offer.parts.length ? " quiet" : ""}`, "data-take": offer.move, disabled: state.busy, onclick: () => handlers.take(offer) },
            offer.text,
          ),
        )),
    handlers.suggest.possible &&
      el(
        "button",
        {
          type: "button", id: "suggest", class: "quiet", disabled: state.busy, "aria-disabled": handlers.suggest.busy && "true",
          title: say("suggest_hint"), onclick: () => void handlers.suggest.ask(() => showActions(handlers)),
        },
        icon("hint"),
        say(handlers.suggest.busy ? "suggest_wait" : "suggest"),
      ),
    el(
      "button",
      {
        type: "button", id: "undo", class: "quiet", disabled: !frame.undoable || state.busy,
        title: frame.undoable ? sayCount("undo_hint", frame.undoable) : say("undo_none"), onclick: () => undo(1),
      },
      icon("undo"),
      say("undo"),
    ),
    frame.undoable > 1 &&
      el(
        "button",
        { type: "button", id: "undo-all", class: "quiet", disabled: state.busy, onclick: () => undo(frame.undoable) },
        sayCount("undo_all", frame.undoable),
      ),
    frame.redoable > 0 &&
      el("button", { type: "button", id: "redo", class: "quiet", disabled: state.busy, onclick: redo }, icon("redo"), say("redo")),
  ]);
  if (changed && focus) {
    const next = document.getElementById(focus) as HTMLButtonElement | null;
    if (next && !next.disabled) next.focus();
    else $("prompt").focus({ preventScroll: true });
  }
}

// --- the end of a turn ---

/** The button of the only remaining move: it ends the turn. */
const lastButton = (): HTMLButtonElement | null =>
  update()?.offers.length === 1 ? document.querySelector("#actions .take:not(:disabled)") : null;

export const pressLast = (): void => lastButton()?.click();

let focused = -1; // the number of the position in which that button got the focus

/** When the turn is complete, move a keyboard user's focus to the button that ends it: once, not out of a text field. */
export function focusLast(byKey: boolean): void {
  const button = lastButton();
  if (!button || focused === state.number) return;
  focused = state.number;
  const busy = document.activeElement?.closest("input, select, textarea, #panel, #tools, #seats, #talk-notice");
  if (byKey && !busy) button.focus({ preventScroll: true });
}

export function undo(count: number): void {
  connection.send({ type: "undo", seen: state.number, count });
}

function redo(): void {
  connection.send({ type: "redo", seen: state.number, count: 1 });
}
