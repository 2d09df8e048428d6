// Choosing a colour before a game: each with its pattern, letter, name and extras.

import { el } from "./elements";
import type { ColourChoice } from "./wire";
import { say } from "./words";

type Chosen = string | null; // null: any

/** The colour that somebody without a seat has chosen, unless it has been taken since. */
export const stillFree = (colours: ColourChoice[], chosen: Chosen): Chosen =>
  colours.some(({ id, owner }) => id === chosen && owner === null) ? chosen : null;

/** Radio buttons for the colours. Those of people other than `me` cannot be chosen; without a seat (-1), the choice can
 * stay open. `other` is the name of somebody else who shares this browser. */
export function colourField(
  colours: ColourChoice[],
  me: number,
  chosen: Chosen,
  nameOf: (seat: number) => string,
  choose: (colour: Chosen) => void,
  other = "",
): HTMLElement {
  const group = other ? `colour-${me}` : "colour";
  const line = (id: Chosen, taken: boolean, ...about: (HTMLElement | null)[]): HTMLElement =>
    el(
      "label",
      { class: `colour${id ? ` p-${id}` : ""}${taken ? " taken" : ""}` },
      el("input", { type: "radio", name: group, id: `${group}-${id ?? "any"}`, checked: id === chosen, disabled: taken, onchange: () => choose(id) }),
      ...about,
    );
  return el(
    "fieldset",
    { class: "colours" },
    el("legend", {}, other ? say("colour_of", { name: other }) : say("your_colour")),
    me < 0 ? line(null, false, el("span", { class: "colour-name" }, say("any_colour"))) : null,
    ...colours.map(({ id, letter, name, brings, owner }) => {
      const holder = owner !== null && owner !== me ? nameOf(owner) : "";
      return line(
        id,
        holder !== "",
        el("span", { class: "token", "aria-hidden": "true" }, letter),
        el("span", { class: "colour-name" }, name),
        holder ? el("span", { class: "soft small" }, holder) : null,
        brings ? el("span", { class: "soft small brings" }, brings) : null,
      );
    }),
  );
}
