// What each may set for themselves.

import { $, el } from "../elements";
import { switches } from "../bar";
import { keep, keepYes, kept, keptYes } from "../memory";
import type { Key } from "../words";
import { showHints } from "./hints";
import { sound } from "./sounds";
import type { Panel } from "./panel";

export const oneClick = (): boolean => keptYes("one-click");
export const keysWork = (): boolean => kept("keys") !== "no";

function tick(id: string, key: Key, on: boolean, change: (on: boolean) => void): HTMLElement {
  const box = el("input", { type: "checkbox", id, checked: on, onchange: () => change(box.checked) });
  return el("p", { class: "tick" }, box, el("label", { for: id, "data-say": key }));
}

export function showSettings(panel: Panel): void {
  $("settings").replaceChildren(
    el("div", { class: "row more-switches" }, ...switches()),
    tick("set-one-click", "set_one_click", oneClick(), (on) => keepYes("one-click", on)),
    tick("set-docked", "set_docked", keptYes("docked"), (on) => panel.dock(on)),
    tick("set-sounds", "set_sounds", keptYes("sounds"), (on) => {
      keepYes("sounds", on);
      sound("turn");
    }),
    tick("set-motion", "set_motion", kept("motion") !== "no", (on) => {
      keep("motion", on ? "yes" : "no");
      document.documentElement.classList.toggle("still", !on);
    }),
    tick("set-hints", "set_hints", !keptYes("no-hints"), (on) => {
      keepYes("no-hints", !on);
      showHints();
    }),
    tick("set-keys", "set_keys", keysWork(), (on) => keep("keys", on ? "yes" : "no")),
    el("h3", { "data-say": "keys_title" }),
    el(
      "dl",
      { class: "keys" },
      ...(
        [
          ["Tab", "key_tab"], ["← ↑ ↓ →", "key_arrows"], ["↵", "key_enter"], ["Esc", "key_escape"], ["R", "key_turn"], ["U", "key_undo"], ["M", "key_moves"],
        ] as [string, Key][]
      ).flatMap(([name, key]) => [el("dt", {}, el("kbd", {}, name)), el("dd", { "data-say": key })]),
    ),
  );
}
