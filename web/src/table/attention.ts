// Calling the player: the page's icon, notifications while the page is hidden, and a one-time offer of both.

import { $, el, render } from "../elements";
import { allowNotifications, canNotify, notifies, showNotification } from "../notify";
import { load, loadFlag, saveFlag } from "../storage";
import type { Update } from "../wire";
import { language, say } from "../words";
import { sound, soundOf } from "./sounds";
import { TABLE, inLesson, practice, seated, seats, update } from "./state";
import { titleName } from "./title";

/** Let the page's icon show whether it is the player's turn. */
export function showTurnIcon(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const turn = link?.dataset["turn"];
  if (!link || !turn) return;
  link.dataset["usual"] ??= link.getAttribute("href") ?? "";
  const icon = mine ? turn : link.dataset["usual"];
  if (link.getAttribute("href") !== icon) link.setAttribute("href", icon);
}

/** Play a sound for a change, and show a notification if the page is hidden. It has the same tag as the server's message
 * about the same event. */
export function callPlayer(before: Update, now: Update): void {
  soundOf(before, now);
  if (!document.hidden || !seated() || inLesson) return;
  const tell = (kind: string, title: string): void =>
    void showNotification(`${title}: ${titleName()}`, now.prompt, `${kind}-${TABLE}`, location.pathname).catch(() => undefined);
  if (now.status === "over" && before.status !== "over") tell("over", say("over_title"));
  else if (now.offers.length && !before.offers.length) tell("turn", say("turn_title"));
}

/** Notify the player of a chat line while they look elsewhere. */
export function callForTalk(name: string, text: string): void {
  if (!document.hidden || !seated()) return;
  void showNotification(`${name}: ${titleName()}`, text, `chat-${TABLE}`, location.pathname).catch(() => undefined);
}

// --- the offer ---

const OFFERED = "call-offered";
const chosen = (): boolean => load(OFFERED) !== null || loadFlag("sounds") || notifies();

/** Offer notifications once, while the player waits for another person. */
export function showOffer(): void {
  const frame = update();
  const box = $("offer");
  const waits = Boolean(frame && frame.status === "playing" && !frame.offers.length && frame.to_act !== frame.seat);
  const plays = seated() && !seats()[frame?.seat ?? -1]?.bot; // no bot plays for the player
  const shown = waits && plays && !practice() && !inLesson && $("hint").hidden && !chosen();
  box.hidden = !shown;
  if (!shown) return;
  const choose = (work: () => void): void => {
    saveFlag(OFFERED, true);
    work();
    box.hidden = true;
    $("prompt").focus({ preventScroll: true });
  };
  const withSound = (): void => {
    saveFlag("sounds", true);
    sound("turn");
  };
  const button = (key: "offer_sound" | "offer_notification" | "offer_no", work: () => void): HTMLElement =>
    el("button", { type: "button", id: key.replace("_", "-"), class: "quiet small", onclick: () => choose(work) }, say(key));
  render(box, language(), () => [
    el("p", {}, say("offer_text")),
    el(
      "p",
      { class: "row" },
      button("offer_sound", withSound),
      canNotify() && Notification.permission !== "denied" && button("offer_notification", () => void allowNotifications()),
      button("offer_no", () => undefined),
    ),
  ]);
}

/** Decline the offer if it has the focus. Returns false if not. */
export function dismissOffer(): boolean {
  const box = $("offer");
  if (box.hidden || !box.contains(document.activeElement)) return false;
  document.getElementById("offer-no")?.click();
  return true;
}
