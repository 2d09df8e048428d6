// Invitation links, for the player who created the table.

import { el } from "./elements";
import { loadJson } from "./storage";
import { say } from "./words";

/** The invitation links of a table that was created in this browser, by seat. */
export const linksOf = (table: string): Record<string, string> => loadJson<Record<string, string>>(`links-${table}`) ?? {};

/** A list of links to copy. */
export function linkList(links: Record<string, string>, notify: (text: string) => void): HTMLElement {
  return el("ul", { class: "links" }, ...Object.entries(links).map(([seat, token]) => row(seat, token, notify)));
}

function row(seat: string, token: string, notify: (text: string) => void): HTMLElement {
  const label = say("link_for", { n: Number(seat) + 1 });
  const id = `link-${seat}`;
  const field = el("input", { id, type: "text", readonly: true, value: `${location.origin}/join/${token}` });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(field.value);
      notify(say("copied"));
    } catch {
      field.select();
      notify(say("copy_by_hand"));
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
