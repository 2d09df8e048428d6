// Before the game: who sits, links for those who do not yet, and the promise of the shuffle.

import { $, el, refill } from "../elements";
import { linkList, linksOf } from "../links";
import { sit } from "../server";
import { language, say, sayIf } from "../words";
import { agreed, titleName } from "./sources";
import { TABLE, letter, paint, seated, state } from "./state";

export function showLobby(tell: (text: string) => void, trouble: (text: string) => void): void {
  const frame = state.frame;
  const box = $("lobby");
  box.hidden = frame?.type !== "waiting";
  if (frame?.type !== "waiting") return;
  const free = frame.free.length;
  const links = linksOf(TABLE);
  for (const seat of Object.keys(links)) if (frame.seats[Number(seat)]?.name) delete links[seat];
  const sitDown = async (button: HTMLButtonElement): Promise<void> => {
    button.disabled = true;
    trouble("");
    try {
      await sit(TABLE);
    } catch (error) {
      trouble(error instanceof Error ? error.message : String(error));
    }
    button.disabled = false;
  };
  refill(box, [frame.seats, frame.seat, free, links, language(), titleName(), frame.options], () => [
    el("h2", { class: "display" }, titleName()),
    !seated() &&
      free > 0 &&
      el("p", {}, el("button", { type: "button", id: "sit", class: "grand", onclick: (event) => void sitDown(event.currentTarget as HTMLButtonElement) }, say("sit"))),
    seated() && el("p", { class: "soft" }, say("lobby_help")),
    el(
      "ul",
      { class: "lobby-seats" },
      ...frame.seats.map((seat, k) =>
        el(
          "li",
          { class: `${paint(k)}${seat.name ? "" : " empty"}` },
          el("span", { class: "token", "aria-hidden": "true" }, letter(k)),
          el("span", { class: "name" }, seat.name || say("seat", { n: k + 1 })),
          el(
            "span",
            { class: "soft" },
            !seat.name
              ? say("seat_empty")
              : k === frame.seat
                ? say("you")
                : seat.bot
                  ? sayIf(`bot_${seat.bot}`, say("bot"))
                  : say(seat.here ? "here" : "away"),
          ),
        ),
      ),
    ),
    Object.keys(frame.options).length
      ? el(
          "dl",
          { class: "agreed" },
          ...Object.entries(frame.options).flatMap(([name, value]) => {
            const [question, answer] = agreed(name, value);
            return [el("dt", {}, question), el("dd", {}, answer)];
          }),
        )
      : null,
    Object.keys(links).length > 0 && el("p", {}, say("links_help")),
    Object.keys(links).length > 0 && linkList(links, tell),
    el("p", { class: "promise soft" }, say("promise_hint", { hash: frame.commitment })),
  ]);
}
