// A few words for those who play for the first time; each can be put away, and all of them.

import { $, el, refill } from "../elements";
import { keepYes, keptYes } from "../memory";
import { language, say } from "../words";
import { titleId } from "./sources";
import { update } from "./state";

export function showHints(): void {
  const frame = update();
  const box = $("hint");
  const hint = keptYes("no-hints") ? undefined : frame?.hints.find((row) => !keptYes(`hint-${titleId()}-${row.id}`));
  box.hidden = !hint;
  if (!hint) {
    box.replaceChildren();
    box.dataset["key"] = "";
    return;
  }
  const focused = box.contains(document.activeElement);
  const away = (all: boolean): void => {
    keepYes(all ? "no-hints" : `hint-${titleId()}-${hint.id}`, true);
    showHints();
    if (box.hidden) $("prompt").focus({ preventScroll: true });
  };
  const made = refill(box, [hint.id, hint.text, language()], () => [
    el("p", {}, hint.text),
    el(
      "p",
      { class: "row" },
      el("button", { type: "button", id: "hint-away", class: "small", onclick: () => away(false) }, say("hint_away")),
      el("button", { type: "button", id: "hint-none", class: "quiet small", onclick: () => away(true) }, say("hint_none")),
    ),
  ]);
  if (made && focused) document.getElementById("hint-away")?.focus({ preventScroll: true });
}

/** Escape puts a hint away, too. */
export function dismissHint(): boolean {
  const box = $("hint");
  if (box.hidden || !box.contains(document.activeElement)) return false;
  document.getElementById("hint-away")?.click();
  return true;
}
