// The rules at hand: the clauses that matter now, from our own rule text.

import { $, el, markup, refill } from "../elements";
import { askOnce } from "../server";
import { language, say } from "../words";
import { titleId } from "./sources";
import { update } from "./state";

interface Rules {
  title: string;
  sections: { id: string; heading: string; html: string }[];
  clauses: Record<string, string>;
}

export async function showClauses(): Promise<void> {
  const frame = update();
  if (!frame) return;
  const box = $("clauses");
  const link = $<HTMLAnchorElement>("all-rules");
  link.href = `/rules/${encodeURIComponent(titleId())}`;
  const lang = language();
  try {
    const rules = await askOnce<Rules>(`/api/rules/${encodeURIComponent(titleId())}?lang=${lang}`);
    if (lang !== language()) return; // another language was chosen meanwhile
    const known = frame.clauses.filter((clause) => clause in rules.clauses);
    refill(box, [frame.clauses, language()], () =>
      known.length
        ? known.map((clause) => {
            const row = el("article", { class: "clause" }, el("h3", {}, el("a", { href: `${link.href}#${clause}` }, clause)));
            row.append(markup(rules.clauses[clause] ?? ""));
            return row;
          })
        : [el("p", { class: "soft" }, say("clauses_none"))],
    );
  } catch (error) {
    refill(box, [String(error), language()], () => [el("p", { class: "soft" }, say("clauses_none"))]);
  }
}
