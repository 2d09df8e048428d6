// Before the game: who sits where, the options, and invitation links.

import { $, el, render } from "../elements";
import { botName } from "../levels";
import { linkList, linksOf } from "../links";
import { attempt, sit } from "../server";
import { timeText, timeoutText } from "../times";
import { language, say } from "../words";
import { TABLE, colourClass, letter, seated, state } from "./state";
import { optionInWords, titleName } from "./title";

export function showLobby(notify: (text: string) => void, showError: (text: string) => void): void {
  const frame = state.frame;
  const box = $("lobby");
  box.hidden = frame?.type !== "waiting";
  if (frame?.type !== "waiting") return;
  const free = frame.free.length;
  const links = linksOf(TABLE);
  for (const seat of Object.keys(links)) if (frame.seats[Number(seat)]?.name) delete links[seat];
  const sitDown = (event: Event): void =>
    void attempt(event.currentTarget as HTMLButtonElement, showError, () => sit(TABLE));
  render(box, [frame.seats, frame.seat, free, links, language(), titleName(), frame.options], () => [
    el("h2", { class: "display" }, titleName()),
    frame.rated && el("p", { id: "rated" }, el("strong", {}, say("rated_label")), ` ${say("rated_help")}`),
    !seated() &&
      free > 0 &&
      el("p", {}, el("button", { type: "button", id: "sit", class: "grand", onclick: sitDown }, say("sit"))),
    seated() && el("p", { class: "soft" }, say("lobby_help")),
    el(
      "ul",
      { class: "lobby-seats" },
      ...frame.seats.map((seat, k) =>
        el(
          "li",
          { class: `${colourClass(k)}${seat.name ? "" : " empty"}` },
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
                  ? botName(seat.bot)
                  : say(seat.here ? "here" : "away"),
          ),
        ),
      ),
    ),
    Object.keys(frame.options).length || frame.time !== "none"
      ? el(
          "dl",
          { class: "agreed" },
          el("dt", {}, say("time")),
          el("dd", {}, timeText(frame.time)),
          ...(frame.time === "none" ? [] : [el("dt", {}, say("timeout")), el("dd", {}, timeoutText(frame.timeout))]),
          ...Object.entries(frame.options).flatMap(([name, value]) => {
            const [label, text] = optionInWords(name, value);
            return [el("dt", {}, label), el("dd", {}, text)];
          }),
        )
      : null,
    Object.keys(links).length > 0 && el("p", {}, say("links_help")),
    Object.keys(links).length > 0 && linkList(links, notify),
    el("p", { class: "promise soft" }, say("commitment_hint", { hash: frame.commitment })),
  ]);
}
