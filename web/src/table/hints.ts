// Hints for beginners, one at a time; the player can dismiss one or turn all off. Also shows decisions made ahead.

import { $, el, render } from "../elements";
import { loadFlag, saveFlag } from "../storage";
import { language, say } from "../words";
import { update } from "./state";
import { titleId } from "./title";

export function showHints(): void {
  const frame = update();
  const box = $("hint");
  const hint = loadFlag("no-hints") ? undefined : frame?.hints.find((row) => !loadFlag(`hint-${titleId()}-${row.id}`));
  box.hidden = !hint;
  if (!hint) {
    box.replaceChildren();
    box.dataset["key"] = "";
    return;
  }
  const focused = box.contains(document.activeElement);
  const dismiss = (all: boolean): void => {
    saveFlag(all ? "no-hints" : `hint-${titleId()}-${hint.id}`, true);
    showHints();
    if (box.hidden) $("prompt").focus({ preventScroll: true });
  };
  const changed = render(box, [hint.id, hint.text, language()], () => [
    el("p", {}, hint.text),
    el(
      "p",
      { class: "row" },
      el("button", { type: "button", id: "hint-away", class: "small", onclick: () => dismiss(false) }, say("hint_away")),
      el("button", { type: "button", id: "hint-none", class: "quiet small", onclick: () => dismiss(true) }, say("hint_none")),
    ),
  ]);
  if (changed && focused) document.getElementById("hint-away")?.focus({ preventScroll: true });
}

/** What the player has decided ahead of their turn. */
export function showDecided(): void {
  const decided = update()?.ahead ?? [];
  $("decided").hidden = !decided.length;
  render($("decided"), [decided, language()], () => decided.map((text) => el("p", {}, text)));
}

/** Dismiss the hint if it has the focus. Returns false if not. */
export function dismissHint(): boolean {
  const box = $("hint");
  if (box.hidden || !box.contains(document.activeElement)) return false;
  document.getElementById("hint-away")?.click();
  return true;
}
