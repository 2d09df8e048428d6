// The info card in the dock: what a part of the picture is, its numbers, the relevant rules, and why it cannot be chosen
// now.

import { $, el, icon, render } from "../elements";
import { request } from "../server";
import { phone } from "../sizes";
import type { Info } from "../wire";
import { language, say } from "../words";
import { speak } from "./log";
import type { Asked, Picture } from "./picture";
import { SCENE } from "./picture";
import { reasons } from "./preview";
import { API, state, update } from "./state";

export interface InfoHandlers {
  rule(clause: string): void; // open the rules at a clause
  choosable(part: string): boolean;
}

export class InfoCard {
  part = ""; // the part shown
  private opened = false; // on request; on a phone, a sheet in place of the dock
  private beside = false; // shown beside a choice, and closed with it
  private known = new Map<string, Promise<Info>>();
  private position = ""; // of these

  constructor(
    private readonly picture: Picture,
    private readonly handlers: InfoHandlers,
  ) {}

  /** Explain a part. */
  async ask(part: string, how: Asked): Promise<void> {
    this.opened = how === "open" || (how === "tap" && phone.matches);
    this.beside = false;
    await this.show(part, how === "point" ? "" : how);
  }

  /** Explain the chosen part beside the choice; null when nothing is chosen. */
  async accompany(part: string | null): Promise<void> {
    if (part === null) {
      if (this.beside) this.hide();
    } else if (part !== this.part || !this.beside) {
      this.opened = false;
      this.beside = true;
      await this.show(part, "");
    }
  }

  /** The position or the language has changed. */
  refresh(): void {
    if (!this.part) return;
    if (this.part !== SCENE && !this.picture.find(this.part)) this.hide();
    else void this.show(this.part, "");
  }

  /** Close the card if it was opened on request. Returns false if not. */
  close(): boolean {
    return this.opened && this.hide();
  }

  /** Hide the card. Returns false if there is none. */
  hide(): boolean {
    if (!this.part) return false;
    const box = $("info");
    const focused = box.contains(document.activeElement);
    const part = this.part;
    this.part = "";
    this.opened = this.beside = false;
    box.hidden = true;
    box.dataset["key"] = "";
    box.replaceChildren();
    this.settle();
    if (focused && !this.picture.returnTo(part)) $("prompt").focus({ preventScroll: true });
    return true;
  }

  private settle(): void {
    $("dock").classList.toggle("sheet", this.opened && phone.matches);
  }

  private async show(part: string, spoken: Asked | ""): Promise<void> {
    this.part = part;
    const mine = Boolean(update()?.offers.length) && !this.picture.past && !state.busy;
    const [info, why] = await Promise.all([
      this.fetch(part),
      mine && part !== SCENE && !this.handlers.choosable(part) ? reasons(part) : [],
    ]);
    if (this.part !== part) return;
    const box = $("info");
    const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
    render(box, [info, why, language(), this.opened], () => this.content(info, why));
    box.hidden = false;
    if (focus) (document.getElementById(focus) ?? $("info-name")).focus({ preventScroll: true });
    this.settle();
    if (!spoken) return;
    speak(words(info, why));
    if (spoken === "open") $("info-name").focus({ preventScroll: true });
  }

  private fetch(part: string): Promise<Info> {
    const now = `${state.number} ${language()} ${this.picture.past}${state.place}`;
    if (now !== this.position) [this.position, this.known] = [now, new Map()];
    let found = this.known.get(part);
    if (!found) {
      const path = `${API}/info?part=${encodeURIComponent(part)}&lang=${language()}${this.picture.past}${state.place}`;
      found = request<Info>(path).catch(() => this.fromTitle(part));
      this.known.set(part, found);
    }
    return found;
  }

  /** The picture's own text, if the server has no explanation. */
  private fromTitle(part: string): Info {
    const [name, ...rest] = this.picture.titleOf(part).split(":");
    return { name: name?.trim() || part, text: rest.join(":").trim(), facts: [], clauses: [] };
  }

  private content(info: Info, why: string[]): Node[] {
    return [
      el(
        "div",
        { class: "info-head" },
        el("h2", { id: "info-name", tabindex: "-1" }, info.name),
        this.opened && el("button", { type: "button", id: "info-close", class: "quiet", "aria-label": say("close"), onclick: () => this.hide() }, icon("close")),
      ),
      ...(info.text ? [el("p", {}, info.text)] : []),
      ...(info.facts.length ? [el("dl", { class: "facts" }, ...info.facts.flatMap(([what, value]) => [el("dt", {}, what), el("dd", {}, value)]))] : []),
      ...(why.length ? [el("p", { class: "not-now" }, el("strong", {}, say("not_now")), ` ${why.join(" ")}`)] : []),
      ...(info.clauses.length
        ? [
            el(
              "p",
              { class: "info-clauses" },
              el("span", { class: "soft" }, `${say("rules_of_part")} `),
              ...info.clauses.map((clause) => el("button", { type: "button", class: "clause-link", onclick: () => this.handlers.rule(clause) }, clause)),
            ),
          ]
        : []),
    ];
  }
}

/** The text of the card for screen readers. */
function words(info: Info, why: string[]): string {
  const facts = info.facts.map(([what, value]) => `${what}: ${value}.`);
  return [`${info.name}.`, info.text, ...facts, ...(why.length ? [say("not_now"), ...why] : [])].filter(Boolean).join(" ");
}
