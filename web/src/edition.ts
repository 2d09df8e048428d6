// An edition: what is printed on boards and cards, and how it is known.

import { begin } from "./bar";
import { $, el, refill } from "./elements";
import { askOnce } from "./server";
import { count, language, say, sayIf } from "./words";

interface Edition {
  id: string;
  version: number;
  title: string;
  players: number[];
  origins: Record<string, number>;
  notes: string[];
  tables: { key: string; note: string; origins: Record<string, number>; columns: string[]; rows: string[][] }[];
}

const TITLE = decodeURIComponent(location.pathname.split("/")[2] ?? "");

async function show(): Promise<void> {
  const lang = language();
  try {
    const edition = await askOnce<Edition>(`/api/editions/${encodeURIComponent(TITLE)}?lang=${lang}`);
    if (lang !== language()) return; // another language was chosen meanwhile
    document.title = `${edition.title}: ${say("edition_title")} · Rooftop`;
    refill($("edition"), [TITLE, language()], () => [
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
            el("strong", {}, sayIf(`origin_${origin}`, origin)),
            ` ${count("origins", n)}`,
            el("span", { class: "soft" }, sayIf(`about_${origin}`, "")),
          ),
        ),
      ),
      ...edition.notes.map((note) => el("p", {}, note)),
      ...edition.tables.map(tableOf),
    ]);
  } catch (error) {
    $("trouble").textContent = (error as Error).message;
  }
}

const named = (key: string): string => key.replaceAll("_", " ");

function tableOf(table: Edition["tables"][number]): HTMLElement {
  const heading = named(table.key);
  const marks = Object.entries(table.origins).map(([origin, n]) =>
    el("span", { class: `origin o-${origin}` }, `${sayIf(`origin_${origin}`, origin)}: ${n}`),
  );
  const rows = (): HTMLElement =>
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": heading },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, ...table.columns.map((column) => el("th", { scope: "col" }, named(column))))),
        el("tbody", {}, ...table.rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, sayIf(`origin_${cell}`, cell)))))),
      ),
    );
  const details = el(
    "details",
    { class: "edition-table" },
    el("summary", {}, el("span", { class: "place" }, heading), ...marks),
    table.note ? el("p", { class: "soft" }, table.note) : null,
  );
  details.addEventListener("toggle", () => details.open && !details.querySelector(".scroll") && details.append(rows()));
  return details;
}

begin(() => void show());
void show();
