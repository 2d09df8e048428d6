// The log, and what happened since the player's last turn.

import { $, el, render } from "../elements";
import { levelName } from "../levels";
import { loadJson, save } from "../storage";
import type { Entry } from "../wire";
import { language, say, sayCount, signed } from "../words";
import { TABLE, colourClass, letter, nameOf, over, seats, state, total, update } from "./state";

function sentences(entry: Entry): string[] {
  const name = nameOf(entry.seat);
  if (entry.kind === "undo") return [sayCount("log_undo", Number(entry.text), { name })];
  if (entry.kind === "redo") return [sayCount("log_redo", Number(entry.text), { name })];
  if (entry.kind === "substitute") return [say("log_substitute", { name, level: levelName(entry.text) })];
  if (entry.kind === "level") return [say("log_level", { name, level: levelName(entry.text) })];
  if (entry.kind === "resume") return [say("log_resume", { name })];
  return entry.lines;
}

const entries = (): Entry[] => [...state.log.values()].sort((one, other) => one.number - other.number);

let spoken = -1; // the last entry that was read out

export function showLog(): void {
  const box = $("log");
  const last = Number((box.lastElementChild as HTMLElement | null)?.dataset["number"] ?? 0);
  const fresh = entries().filter((entry) => entry.number > last);
  for (const entry of fresh) {
    const lines = sentences(entry);
    box.append(
      el(
        "li",
        { class: colourClass(entry.seat), hidden: !lines.length, "data-number": entry.number },
        el("span", { class: "token", "aria-hidden": "true" }, letter(entry.seat)),
        el("span", {}, ...lines.map((line) => el("span", { class: "line" }, line))),
      ),
    );
  }
  if (fresh.length) scrollDown();
  const said = fresh.filter((entry) => entry.number > spoken).flatMap(sentences);
  if (spoken >= 0 && said.length) speak(said.join(" "));
  spoken = Math.max(spoken, state.number);
}

/** Let a screen reader say something, even if it is the same text again. */
export function speak(text: string): void {
  const box = $("spoken");
  box.append(el("p", {}, text));
  while (box.childElementCount > 6) box.firstElementChild?.remove();
}

/** Empty the log; the server sends it again, in another language. */
export function forgetLog(): void {
  state.number = 0;
  state.log = new Map();
  $("log").replaceChildren();
}

let following = true; // scroll to new lines, unless the player reads older ones
const scrollDown = (): void => {
  if (following) $("log").scrollTop = $("log").scrollHeight;
};

export function followLog(): void {
  const box = $("log");
  box.addEventListener("scroll", () => {
    following = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  });
  new ResizeObserver(scrollDown).observe(box);
}

// --- since your last turn ---

/** The totals after the player's last decision, which is entry `number`. */
interface LastTurn {
  number: number;
  totals: number[];
}

export function showSince(): void {
  const frame = update();
  const box = $("since");
  if (!frame || frame.seat < 0) {
    box.hidden = true;
    return;
  }
  const all = entries();
  const mine = all.filter((entry) => entry.seat === frame.seat && entry.kind !== "substitute").at(-1)?.number ?? 0;
  const totals = seats().map((_, k) => total(k) ?? 0);
  if (frame.number === mine) save(`turn-${TABLE}`, JSON.stringify({ number: mine, totals }));
  const others = all.filter((entry) => entry.number > mine && sentences(entry).length);
  const before = loadJson<LastTurn>(`turn-${TABLE}`);
  const gained = totals.map((now, k) => (before && before.number === mine ? now - (before.totals[k] ?? 0) : 0));
  box.hidden = !others.length || over();
  if (box.hidden) return;
  render(box, [frame.number, mine, language(), gained], () => [
    el(
      "summary",
      {},
      el("span", { class: "since-head" }, say("since")),
      ...gained.map((n, k) =>
        n ? el("span", { class: `gain ${colourClass(k)}` }, el("span", { class: "token small" }, letter(k)), signed(n)) : null,
      ),
      el("span", { class: "since-last" }, sentences(others.at(-1) as Entry).join(" ")),
    ),
    el(
      "ul",
      { class: "since-lines" },
      ...others.map((entry) =>
        el(
          "li",
          { class: colourClass(entry.seat) },
          el("span", { class: "token", "aria-hidden": "true" }, letter(entry.seat)),
          el("span", {}, sentences(entry).join(" ")),
        ),
      ),
    ),
  ]);
}
