// The rule clauses that apply to the present decision.

import { $, el, parseHtml, render } from "../elements";
import { requestOnce } from "../server";
import type { Rules } from "../wire";
import { language, say } from "../words";
import { update } from "./state";
import { titleId } from "./title";

export async function showClauses(): Promise<void> {
  const frame = update();
  if (!frame) return;
  const box = $("clauses");
  const link = $<HTMLAnchorElement>("all-rules");
  link.href = `/rules/${encodeURIComponent(titleId())}`;
  const lang = language();
  try {
    const rules = await requestOnce<Rules>(`/api/rules/${encodeURIComponent(titleId())}?lang=${lang}`);
    if (lang !== language()) return; // the language has changed meanwhile
    const known = frame.clauses.filter((clause) => clause in rules.clauses);
    render(box, [frame.clauses, language()], () =>
      known.length
        ? known.map((clause) => {
            const row = el("article", { class: "clause" }, el("h3", {}, el("a", { href: `${link.href}#${clause}` }, clause)));
            row.append(parseHtml(rules.clauses[clause] ?? ""));
            return row;
          })
        : [el("p", { class: "soft" }, say("clauses_none"))],
    );
  } catch (error) {
    render(box, [String(error), language()], () => [el("p", { class: "soft" }, say("clauses_none"))]);
  }
}
