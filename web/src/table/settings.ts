// The player's own settings, and the list of keys.

import { $, el } from "../elements";
import { allowNotifications, notifies, stopNotifications } from "../notify";
import { switches } from "../page";
import { loadFlag, save, saveFlag } from "../storage";
import type { Key } from "../words";
import { letThink } from "./able";
import { PACES, pace } from "./follow";
import { showHints } from "./hints";
import type { Panel } from "./panel";
import { sound } from "./sounds";
import { inLesson } from "./state";

export const oneClick = (): boolean => loadFlag("one-click");
export const singleKeys = (): boolean => loadFlag("keys", true);

function checkbox(id: string, key: Key, on: boolean, change: (on: boolean) => void): HTMLElement {
  const box = el("input", { type: "checkbox", id, checked: on, onchange: () => change(box.checked) });
  return el("p", { class: "tick" }, box, el("label", { for: id, "data-say": key }));
}

/** How quickly the decisions of others are shown. */
function paceField(): HTMLElement {
  const select = el(
    "select",
    { id: "set-pace", onchange: () => save("pace", select.value) },
    ...Object.entries(PACES).map(([name, time]) =>
      el("option", { value: time, selected: time === pace(), "data-say": `follow_${name}` }),
    ),
  );
  return el("p", { class: "field side-by-side" }, el("label", { for: "set-pace", "data-say": "set_pace" }), select);
}

/** Notifications need the browser's permission; without it the box stays empty. */
async function setNotify(on: boolean): Promise<void> {
  if (on) await allowNotifications();
  else stopNotifications();
  $<HTMLInputElement>("set-notify").checked = notifies();
}

export function showSettings(panel: Panel): void {
  $("settings").replaceChildren(
    el("div", { class: "row more-switches" }, ...switches()),
    paceField(),
    checkbox("set-one-click", "set_one_click", oneClick(), (on) => saveFlag("one-click", on)),
    checkbox("set-docked", "set_docked", loadFlag("docked"), (on) => panel.dock(on)),
    checkbox("set-sounds", "set_sounds", loadFlag("sounds"), (on) => {
      saveFlag("sounds", on);
      sound("turn");
    }),
    inLesson ? "" : checkbox("set-notify", "set_notify", notifies(), (on) => void setNotify(on)),
    checkbox("set-motion", "set_motion", loadFlag("motion", true), (on) => {
      saveFlag("motion", on);
      document.documentElement.classList.toggle("still", !on);
    }),
    checkbox("set-hints", "set_hints", !loadFlag("no-hints"), (on) => {
      saveFlag("no-hints", !on);
      showHints();
    }),
    inLesson ? "" : checkbox("set-think", "set_think", loadFlag("think", true), (on) => {
      saveFlag("think", on);
      void letThink();
    }),
    checkbox("set-keys", "set_keys", singleKeys(), (on) => saveFlag("keys", on)),
    inLesson ? "" : el("p", {}, el("a", { href: "/settings", "data-say": "more_ways" })),
    el("h3", { "data-say": "keys_title" }),
    el(
      "dl",
      { class: "keys" },
      ...(
        [
          ["Tab", "key_tab"], ["← ↑ ↓ →", "key_arrows"], ["↵", "key_enter"], ["Esc", "key_escape"], ["R", "key_turn"], ["E", "key_end"], ["U", "key_undo"], ["H", "key_suggest"], ["M", "key_moves"], ["C", "key_talk"], ["I", "key_info"], ["␣", "key_skip"],
        ] as [string, Key][]
      ).flatMap(([name, key]) => [el("dt", {}, el("kbd", {}, name)), el("dd", { "data-say": key })]),
    ),
  );
}
