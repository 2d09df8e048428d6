// A new chat line, for players whose chat is closed: it stays for a while and takes no focus. `speak` announces it to
// screen readers.

import { $, el, icon } from "../elements";
import { say } from "../words";

const SHOWN = 8000; // milliseconds
let timer = 0;

export function showNotice(line: { name: string; text: string; colour: string; letter: string }, open: () => void): void {
  const box = $("talk-notice");
  const press = (): void => {
    hideNotice();
    open();
  };
  box.className = `talk-notice ${line.colour}`;
  box.hidden = false;
  box.replaceChildren(
    el(
      "button",
      { type: "button", class: "quiet", title: say("talk_open"), onclick: press },
      line.letter ? el("span", { class: "token", "aria-hidden": "true" }, line.letter) : icon("talk"),
      el("span", { class: "talk-said" }, el("strong", {}, line.name), " ", line.text),
      el("span", { class: "unseen" }, ` ${say("talk_open")}`),
    ),
  );
  wait();
}

/** Hide the notice after a while, but not while the pointer is on it. */
function wait(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => ($("talk-notice").matches(":hover, :focus-within") ? wait() : hideNotice()), SHOWN);
}

export function hideNotice(): void {
  clearTimeout(timer);
  $("talk-notice").hidden = true;
  $("talk-notice").replaceChildren();
}
