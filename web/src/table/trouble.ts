// Messages about the connection and about errors.

import { $ } from "../elements";
import type { Refused } from "../wire";
import { capitalize, say } from "../words";
import { showArchive } from "./archive";
import type { Condition } from "./connection";
import type { Picture } from "./picture";
import { showPrompt } from "./prompt";
import { sound } from "./sounds";
import { state, update } from "./state";

export function showError(text: string): void {
  $("trouble").textContent = text;
}

let refusal = ""; // the server's last refusal
let wasLobby = false; // the table was seen before its game, so there is no result

/** Say why the server refused something. */
export function showRefusal(frame: Refused, condition: Condition, picture: Picture): void {
  refusal = frame.reason;
  showError(frame.id ? say("refused", { reason: frame.reason }) : `${capitalize(frame.reason)}.`);
  if (frame.id) sound("refused");
  if (condition === "closed") showClosed(picture);
}

export function showConnection(condition: Condition, picture: Picture, show?: () => void): void {
  const box = $("connection");
  box.dataset["state"] = condition;
  box.textContent = say(condition);
  if (condition === "connected") showError("");
  if (condition !== "closed") return;
  showClosed(picture);
  show?.();
}

/** The server does not open the table, or no longer: show why, and the stored result if there is one. */
function showClosed(picture: Picture): void {
  if (update()) return;
  wasLobby ||= state.frame !== null;
  state.frame = null; // keep nothing of a lobby: others decide about its seats
  showError("");
  $("connection").hidden = true;
  showPrompt();
  picture.showPlaceholder();
  void showArchive(refusal, !wasLobby, showPrompt);
}
