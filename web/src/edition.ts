// An edition: everything printed on the boards and cards, and the source of each entry.

import { $, el, render } from "./elements";
import { startPage } from "./page";
import { errorText, requestOnce } from "./server";
import type { EditionInfo, EditionTable } from "./wire";
import { language, say, sayCount, sayOr } from "./words";

const TITLE = decodeURIComponent(location.pathname.split("/")[2] ?? "");

async function show(): Promise<void> {
  const lang = language();
  try {
    const edition = await requestOnce<EditionInfo>(`/api/editions/${encodeURIComponent(TITLE)}?lang=${lang}`);
    if (lang !== language()) return; // the language has changed meanwhile
    document.title = `${edition.title}: ${say("edition_title")} · Rooftop`;
    render($("edition"), [TITLE, language()], () => [
      el("h1", {}, `${edition.title}: ${say("edition_title")}`),
      el("p", { class: "lead" }, say("edition_text")),
      el("p", { class: "soft" }, `${edition.id} · ${edition.version}`),
      el(
        "ul",
        { class: "origins" },
        ...Object.entries(edition.origins).map(([origin, n]) =>
          el(
            "li",
            { class: `origin o-${origin}` },
            el("strong", {}, sayOr(`origin_${origin}`, origin)),
            ` ${sayCount("origins", n)}`,
            el("span", { class: "soft" }, sayOr(`about_${origin}`, "")),
          ),
        ),
      ),
      ...edition.notes.map((note) => el("p", {}, note)),
      ...edition.tables.map(tableOf),
    ]);
  } catch (error) {
    $("trouble").textContent = errorText(error);
  }
}

const words = (key: string): string => key.replaceAll("_", " ");

function tableOf(table: EditionTable): HTMLElement {
  const heading = words(table.key);
  const marks = Object.entries(table.origins).map(([origin, n]) =>
    el("span", { class: `origin o-${origin}` }, `${sayOr(`origin_${origin}`, origin)}: ${n}`),
  );
  const rows = (): HTMLElement =>
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": heading },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, ...table.columns.map((column) => el("th", { scope: "col" }, words(column))))),
        el("tbody", {}, ...table.rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, sayOr(`origin_${cell}`, cell)))))),
      ),
    );
  const details = el(
    "details",
    { class: "edition-table" },
    el("summary", {}, el("span", { class: "heading" }, heading), ...marks),
    table.note ? el("p", { class: "soft" }, table.note) : null,
  );
  details.addEventListener("toggle", () => details.open && !details.querySelector(".scroll") && details.append(rows()));
  return details;
}

startPage(() => void show());
void show();
