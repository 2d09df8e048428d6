// The rules of a title in our words, with figures drawn from its own pictures.

import { begin, theme } from "./bar";
import { $, el, markup, refill } from "./elements";
import { askOnce } from "./server";
import { language, say } from "./words";

interface Rules {
  title: string;
  sections: { id: string; heading: string; html: string }[];
}

const TITLE = decodeURIComponent(location.pathname.split("/")[2] ?? "");

async function show(): Promise<void> {
  const lang = language();
  try {
    const rules = await askOnce<Rules>(`/api/rules/${encodeURIComponent(TITLE)}?lang=${lang}`);
    if (lang !== language()) return; // another language was chosen meanwhile
    document.title = `${rules.title}: ${say("rules_title")} · Rooftop`;
    const fresh = refill($("rules"), [TITLE, language()], () => rules.sections.map(section));
    refill($("contents"), [TITLE, language()], () => [
      el("h2", {}, say("contents")),
      el("ol", {}, ...rules.sections.slice(1).map((row) => el("li", {}, el("a", { href: `#${row.id}` }, row.heading)))),
    ]);
    drawFigures();
    if (fresh && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  } catch (error) {
    $("trouble").textContent = say("rules_failed", { reason: (error as Error).message });
  }
}

function section(row: Rules["sections"][number], k: number): HTMLElement {
  const made = el("section", { id: row.id }, el(k ? "h2" : "h1", {}, row.heading));
  made.append(markup(row.html));
  for (const table of made.querySelectorAll("table")) {
    const scroll = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": row.heading });
    table.replaceWith(scroll);
    scroll.append(table);
  }
  return made;
}

function drawFigures(): void {
  for (const image of $("rules").querySelectorAll<HTMLImageElement>("img[data-figure]")) {
    image.src = `/api/figures/${encodeURIComponent(TITLE)}/${image.dataset["figure"]}.svg?theme=${theme()}&lang=${language()}`;
    image.alt = image.closest("figure")?.querySelector("figcaption")?.textContent ?? "";
    image.loading = "lazy";
  }
}

begin(() => void show());
void show();
