// The rule clauses that apply to the current decision, and the one that the player asked for.

import { $, el, parseHtml, render } from "../elements";
import { requestOnce } from "../server";
import type { Rules } from "../wire";
import { language, say } from "../words";
import { inLesson, update } from "./state";
import { hasLesson, titleId } from "./title";

let asked = ""; // the clause that the player asked for, shown first

export async function showClauses(clause = asked): Promise<void> {
  asked = clause;
  const frame = update();
  if (!frame) return;
  const box = $("clauses");
  const link = $<HTMLAnchorElement>("all-rules");
  link.href = `/rules/${encodeURIComponent(titleId())}`;
  const learn = $<HTMLAnchorElement>("to-lesson");
  [learn.href, learn.hidden] = [`/learn/${encodeURIComponent(titleId())}`, !hasLesson() || inLesson];
  const lang = language();
  try {
    const rules = await requestOnce<Rules>(`/api/rules/${encodeURIComponent(titleId())}?lang=${lang}`);
    if (lang !== language()) return; // the language has changed since
    const known = [...new Set([...(asked ? [asked] : []), ...frame.clauses])].filter((name) => name in rules.clauses);
    render(box, [known, asked, language()], () =>
      known.length
        ? known.map((clause) => {
            const row = el("article", { class: clause === asked ? "clause asked" : "clause" }, el("h3", {}, el("a", { href: `${link.href}#${clause}` }, clause)));
            row.append(parseHtml(rules.clauses[clause] ?? ""));
            return row;
          })
        : [el("p", { class: "soft" }, say("clauses_none"))],
    );
  } catch (error) {
    render(box, [String(error), language()], () => [el("p", { class: "soft" }, say("clauses_none"))]);
  }
}
