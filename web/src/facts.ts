// The agreed settings of a table before its game, in words: for its lobby and for invited people.

import { el } from "./elements";
import { botName } from "./levels";
import { optionLabel, optionText } from "./server";
import type { OptionValue } from "./server";
import { timeText, timeoutText } from "./times";
import type { OptionInfo, Person } from "./wire";
import { say, sayOr } from "./words";

export interface Facts {
  time: string;
  timeout: string;
  visibility: string;
  rated: boolean;
  options: Record<string, OptionValue>;
}

/** All facts by name: the label and value of each, in words. */
function factsInWords(facts: Facts, known: OptionInfo[]): [name: string, label: string, value: string][] {
  return [
    ["time", say("time"), timeText(facts.time)],
    ["timeout", say("timeout"), timeoutText(facts.timeout)],
    ["visibility", say("visibility"), sayOr(`visibility_${facts.visibility}`, facts.visibility)],
    ["rated", say("rated_label"), say(facts.rated ? "option_true" : "option_false")],
    ...Object.entries(facts.options).map(([name, value]): [string, string, string] => {
      const option = known.find((row) => row.name === name);
      return [`option-${name}`, option ? optionLabel(option) : name, optionText(option, value)];
    }),
  ];
}

/** The names of the facts that differ. */
export function differences(before: Facts, after: Facts): string[] {
  const flat = ({ options, ...rest }: Facts): Record<string, unknown> => ({
    time: rest.time, timeout: rest.timeout, visibility: rest.visibility, rated: rest.rated,
    ...Object.fromEntries(Object.entries(options).map(([name, value]) => [`option-${name}`, value])),
  });
  const [one, other] = [flat(before), flat(after)];
  return Object.keys(other).filter((name) => one[name] !== other[name]);
}

/** A list of all facts, marking those that the host has just changed. */
export function factsList(facts: Facts, known: OptionInfo[], changed: string[] = []): HTMLElement {
  return el(
    "dl",
    { class: "agreed" },
    ...factsInWords(facts, known).flatMap(([name, label, value]) => {
      const mark = changed.includes(name) ? "changed" : null;
      return [
        el("dt", { class: mark }, label),
        el("dd", { class: mark, "data-fact": name }, value, mark ? el("span", { class: "fact-news" }, ` ${say("fact_new")}`) : null),
      ];
    }),
  );
}

/** Who an empty seat is waiting for, or which bot has it; empty for a person's seat. */
export function seatText(kind: string, seat: Person): string {
  if (kind === "program") return say("seat_program");
  if (kind) return say(kind === "open" ? "seat_open" : kind === "invite" ? "seat_invited" : seat.name ? "seat_asked" : "seat_kept");
  if (seat.program) return `${botName("program")} · ${say(seat.here ? "here" : "away")}`;
  return seat.bot ? botName(seat.bot) : "";
}
