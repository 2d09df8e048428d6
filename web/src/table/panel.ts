// The side panel (at the bottom on a phone): moves, log, chat, points, rules, settings, result, review.

import { $, el, icon } from "../elements";
import { phone } from "../sizes";
import { loadFlag, saveFlag } from "../storage";
import type { Key } from "../words";

export type Part = "moves" | "log" | "talk" | "score" | "rules" | "more" | "result" | "review";
const PARTS: Part[] = ["moves", "log", "talk", "score", "rules", "more"];
const WORDS: Record<Part, Key> = {
  moves: "moves", log: "log", talk: "tool_talk", score: "score", rules: "rules_now", more: "tool_more", result: "result", review: "review",
};

/** In a very wide window the panel stays open beside the picture. */
const [BAR, COLUMN, PANEL] = [3.4, 14.4, 20.6]; // in em, as in table.css
function hasRoom(): boolean {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return ((innerHeight - BAR * size) * 16) / 9 + (COLUMN + PANEL) * size <= innerWidth;
}

export class Panel {
  private part: Part | null = null;
  private opener: HTMLElement | null = null; // gets the focus back

  constructor(private readonly opened: (part: Part) => void) {
    const toolButton = (part: Part): HTMLElement =>
      el(
        "button",
        { type: "button", class: "tool", id: `tool-${part}`, "data-part": part, "aria-controls": "panel", "aria-expanded": "false", onclick: () => this.toggle(part) },
        icon(part),
        el("span", { "data-say": `tool_${part}` }),
        part === "talk" ? el("span", { class: "unseen", id: "talk-new" }) : null,
        part === "moves" || part === "talk" ? el("span", { class: "badge", id: `${part}-count`, "aria-hidden": "true" }) : null,
      );
    $("tools").replaceChildren(toolButton("result"), toolButton("review"), ...PARTS.map(toolButton));
    $("tool-result").hidden = true;
    $("tool-review").hidden = true;
    $("tool-talk").hidden = true;
    $("panel-close").append(icon("close"));
    $("panel-close").addEventListener("click", () => this.close());
    addEventListener("resize", () => this.settle());
  }

  get docked(): boolean {
    return !phone.matches && (hasRoom() || loadFlag("docked"));
  }

  get isOpen(): boolean {
    return this.part !== null;
  }

  is(part: Part): boolean {
    return this.part === part;
  }

  /** Dock or undock the panel, as the window and the setting allow. */
  settle(): void {
    document.body.classList.toggle("docked", this.docked);
    if (this.docked && !this.part) this.open("moves", false);
  }

  dock(yes: boolean): void {
    saveFlag("docked", yes);
    this.settle();
  }

  toggle(part: Part): void {
    if (this.part === part && !document.body.classList.contains("docked")) this.close();
    else this.open(part, true);
  }

  open(part: Part, focus = true): void {
    if (focus && document.activeElement instanceof HTMLElement && !$("panel").contains(document.activeElement))
      this.opener = document.activeElement;
    this.part = part;
    $("panel").hidden = false;
    $("panel").dataset["part"] = part;
    for (const section of document.querySelectorAll<HTMLElement>("[data-panel]")) section.hidden = section.dataset["panel"] !== part;
    $("panel-title").dataset["say"] = WORDS[part];
    this.show();
    this.opened(part);
    if (focus) $("panel-title").focus({ preventScroll: true });
  }

  /** Close the panel. Returns false if it is closed or docked. */
  close(): boolean {
    if (!this.part || document.body.classList.contains("docked")) return false;
    const focused = $("panel").contains(document.activeElement);
    $("panel").hidden = true;
    const tool = document.getElementById(`tool-${this.part}`);
    this.part = null;
    this.show();
    if (focused) (this.opener?.isConnected ? this.opener : tool)?.focus({ preventScroll: true });
    this.opener = null;
    return true;
  }

  private show(): void {
    for (const tool of document.querySelectorAll("[data-part].tool"))
      tool.setAttribute("aria-expanded", String(tool.getAttribute("data-part") === this.part));
    document.body.classList.toggle("paneled", this.part !== null);
  }
}
