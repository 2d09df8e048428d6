// The rules of a title, with figures.

import { $, el, parseHtml, render } from "./elements";
import { startPage, theme } from "./page";
import { errorText, requestOnce } from "./server";
import type { Rules, Section } from "./wire";
import { language, say } from "./words";

const TITLE = decodeURIComponent(location.pathname.split("/")[2] ?? "");

async function show(): Promise<void> {
  const lang = language();
  try {
    const rules = await requestOnce<Rules>(`/api/rules/${encodeURIComponent(TITLE)}?lang=${lang}`);
    if (lang !== language()) return; // the language has changed meanwhile
    document.title = `${rules.title}: ${say("rules_title")} · Rooftop`;
    const fresh = render($("rules"), [TITLE, language()], () => rules.sections.map(section));
    render($("contents"), [TITLE, language()], () => [
      el("h2", {}, say("contents")),
      el("ol", {}, ...rules.sections.slice(1).map((row) => el("li", {}, el("a", { href: `#${row.id}` }, row.heading)))),
    ]);
    drawFigures();
    if (fresh && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  } catch (error) {
    $("trouble").textContent = say("rules_failed", { reason: errorText(error) });
  }
}

function section(row: Section, k: number): HTMLElement {
  const element = el("section", { id: row.id }, el(k ? "h2" : "h1", {}, row.heading));
  element.append(parseHtml(row.html));
  for (const table of element.querySelectorAll("table")) {
    const scroll = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": row.heading });
    table.replaceWith(scroll);
    scroll.append(table);
  }
  return element;
}

function drawFigures(): void {
  for (const image of $("rules").querySelectorAll<HTMLImageElement>("img[data-figure]")) {
    image.src = `/api/figures/${encodeURIComponent(TITLE)}/${image.dataset["figure"]}.svg?theme=${theme()}&lang=${language()}`;
    image.alt = image.closest("figure")?.querySelector("figcaption")?.textContent ?? "";
    image.loading = "lazy";
  }
}

startPage(() => void show());
void show();
