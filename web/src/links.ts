// Invitation links: shown to whoever set the table, on this device.

import { el } from "./elements";
import { keptRecord } from "./memory";
import { say } from "./words";

/** Links that were made here for a table, by seat. */
export const linksOf = (table: string): Record<string, string> => keptRecord<string>(`links-${table}`);

/** A list of links to copy. */
export function linkList(links: Record<string, string>, tell: (text: string) => void): HTMLElement {
  return el("ul", { class: "links" }, ...Object.entries(links).map(([seat, token]) => row(seat, token, tell)));
}

function row(seat: string, token: string, tell: (text: string) => void): HTMLElement {
  const label = say("link_for", { n: Number(seat) + 1 });
  const id = `link-${seat}`;
  const field = el("input", { id, type: "text", readonly: true, value: `${location.origin}/join/${token}` });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(field.value);
      tell(say("copied"));
    } catch {
      field.select();
      tell(say("copy_by_hand"));
    }
  };
  return el(
    "li",
    {},
    el("label", { for: id }, label),
    el(
      "span",
      { class: "row" },
      field,
      el("button", { type: "button", class: "quiet", "aria-label": `${say("copy")}: ${label}`, onclick: () => void copy() }, say("copy")),
    ),
  );
}
