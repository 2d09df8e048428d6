// The chat of a table: in the panel, and before the game below the lobby.

import { $, el, icon, render } from "../elements";
import { load, save } from "../storage";
import type { Done, Refused, Talk, TalkLine } from "../wire";
import { capitalize, formatDate, formatTime, language, say, sayCount, sayOr } from "../words";
import { callForTalk } from "./attention";
import { connection } from "./connection";
import { entryText, goToLine, speak } from "./log";
import { hideNotice, showNotice } from "./notice";
import { beforePaint } from "./paint";
import type { Panel } from "./panel";
import { sound } from "./sounds";
import { TABLE, colourClass, inLesson, letter, over, seated, seats, state } from "./state";

// Ready-made phrases for every phase of a game: all those in rooftop.server.tables.chat.
const PHRASES = {
  before: ["luck", "moment"],
  during: ["luck", "nice", "thinking", "moment", "played", "thanks"],
  after: ["nice", "played", "thanks"],
} as const;
const TOGETHER = 300; // seconds within which lines of one person share a heading
const READ = `talk-${TABLE}`; // the last line seen in this browser

/** Whether several people are at this table. A bot that stands in for somebody counts as that person. */
const shared = (): boolean => !inLesson && seats().filter((seat) => !seat.program && (!seat.bot || seat.stand_in)).length > 1;
const open = (): boolean => shared() && state.frame?.status !== "closed" && (seated() || state.frame?.status !== "playing");
export const mayWrite = (): boolean => open() && (seated() || (state.frame?.type === "waiting" && state.frame.owned));

export const wordsOf = (line: TalkLine): string => (line.kind === "phrase" ? sayOr(`phrase_${line.text}`, line.text) : line.text);

export class TalkBox {
  private lines = new Map<number, TalkLine>();
  private older = false; // the server has earlier lines
  private about: number | null = null; // the log entry that the next line is about
  private last = -1; // the last line that arrived; -1: none yet
  private fetching = false;
  private atEnd = true;
  private inSight = false; // visible before the game, when the page may be scrolled
  private readonly sent = new Map<string, { text: string; about: number | null }>(); // unanswered, by id

  constructor(
    private readonly panel: Panel,
    private readonly replay: (entry: number) => boolean, // go to a log entry of a finished game
  ) {
    $("talk-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    const box = $("talk-lines");
    box.addEventListener("scroll", () => {
      this.atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
      if (this.atEnd) this.markRead();
    });
    new ResizeObserver(() => this.scrollDown()).observe(box);
    new IntersectionObserver(([seen]) => {
      this.inSight = seen?.isIntersecting ?? false;
      this.markRead();
    }, { threshold: 0.5 }).observe(box);
    $("talk-jump").addEventListener("click", () => {
      $("talk-lobby").scrollIntoView({ block: "end" });
      box.focus({ preventScroll: true });
    });
    document.addEventListener("visibilitychange", () => this.show());
    const pick = (event: Event): void => {
      const button = (event.target as Element).closest<HTMLElement>(".log-say");
      if (button) event.stopPropagation(); // a click on the line itself goes to its moment
      if (button && event.type === "click") this.pointAt(Number(button.closest<HTMLElement>("li")?.dataset["number"]));
    };
    $("log").addEventListener("click", pick, true);
    $("log").addEventListener("keydown", (event) => {
      const button = (event.target as Element).closest(".log-say");
      if (!button) return;
      event.stopPropagation();
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const all = [...$("log").querySelectorAll<HTMLElement>("li:not([hidden]) .log-say")];
      const next = all[all.indexOf(button as HTMLElement) + step];
      if (next) [(button as HTMLElement).tabIndex, next.tabIndex] = [-1, 0];
      next?.focus();
    }, true);
  }

  /** The panel shows the chat. Keyboard users can write at once. */
  opened(): void {
    this.atEnd = true;
    this.show();
    beforePaint("talk", () => this.scrollDown());
    if (!matchMedia("(pointer: coarse)").matches && mayWrite()) window.setTimeout(() => this.panel.is("talk") && $("talk-text").focus({ preventScroll: true }));
  }

  // --- receiving ---

  take(frame: Talk): void {
    const box = $("talk-lines");
    const fromEnd = box.scrollHeight - box.scrollTop;
    const spoken = this.last >= 0 || (!frame.whole && frame.older === null); // not lines from before the page was opened
    const fresh = frame.lines.filter((line) => spoken && line.number > this.last && !line.mine && !line.muted);
    if (frame.whole) this.lines.clear();
    for (const line of frame.lines) this.lines.set(line.number, line);
    if (frame.older !== null) this.older = frame.older;
    this.last = Math.max(this.last, 0, ...this.lines.keys());
    if (frame.older !== null && !frame.whole) this.fetching = false;
    this.show();
    if (!this.atEnd && frame.older !== null && !frame.whole) box.scrollTop = box.scrollHeight - fromEnd; // keep the same lines in view
    const last = fresh.at(-1);
    if (!last) return;
    sound("talk");
    if (!this.isShown) this.notice(last);
    for (const line of fresh) {
      speak(`${line.name}: ${wordsOf(line)}`);
      callForTalk(line.name, wordsOf(line));
    }
  }

  private notice(line: TalkLine): void {
    const [colour, mark] = line.seat < 0 ? ["", ""] : [colourClass(line.seat), letter(line.seat)];
    showNotice({ name: line.name, text: wordsOf(line), colour, letter: mark }, () => {
      if (state.frame?.type === "waiting") $("talk-jump").click();
      else this.panel.open("talk", true);
    });
  }

  /** Handle the answer to a line sent from here. Returns false if it is about something else. */
  answered(frame: Done | Refused): boolean {
    const said = this.sent.get(frame.id);
    if (!said) return false;
    this.sent.delete(frame.id);
    if (frame.type === "refused") {
      this.fetching = false;
      this.complain(`${capitalize(frame.reason)}.`);
      const field = $<HTMLInputElement>("talk-text");
      if (said.text && !field.value) [field.value, this.about] = [said.text, said.about]; // unless the player has typed something
      this.show();
    }
    return true;
  }

  // --- sending ---

  private send(order: Parameters<typeof connection.send>[0], text = ""): void {
    const id = connection.send(order);
    if (id) this.sent.set(id, { text, about: this.about });
  }

  private submit(): void {
    const field = $<HTMLInputElement>("talk-text");
    const text = field.value.trim();
    field.focus();
    if (!text) return;
    this.send({ type: "say", kind: "text", text, about: this.about }, text);
    field.value = "";
    this.afterSaying();
  }

  private phrase(id: string): void {
    this.send({ type: "say", kind: "phrase", text: id, about: this.about });
    this.afterSaying();
  }

  private afterSaying(): void {
    [this.about, this.atEnd] = [null, true];
    this.complain("");
    this.show();
    this.scrollDown();
  }

  private complain(text: string): void {
    $("talk-trouble").textContent = text;
  }

  /** Start a comment on a log line. */
  private pointAt(entry: number): void {
    this.about = entry;
    this.panel.open("talk", true);
    this.show();
    $("talk-text").focus();
  }

  /** Drop the reference to a log line. Returns false if there is none. */
  dropAbout(): boolean {
    if (this.about === null || !$("talk").contains(document.activeElement)) return false;
    this.about = null;
    this.show();
    $("talk-text").focus();
    return true;
  }

  private follow(entry: number): void {
    if (this.replay(entry)) return;
    this.panel.open("log", false);
    goToLine(entry);
  }

  private mute(line: TalkLine): void {
    this.send({ type: "mute", line: line.number, on: !line.muted });
    hideNotice();
    speak(say(line.muted ? "talk_unmuted" : "talk_muted", { name: line.name }));
  }

  // --- showing it ---

  private get isShown(): boolean {
    return open() && (state.frame?.type === "waiting" ? this.inSight : this.panel.is("talk"));
  }

  show(): void {
    const lobby = state.frame?.type === "waiting";
    $("tool-talk").hidden = !open();
    document.body.classList.toggle("may-talk", mayWrite() && !lobby);
    $("talk-lobby").hidden = !(lobby && open());
    const home = lobby ? $("talk-lobby") : document.querySelector("[data-panel=talk]");
    if ($("talk").parentElement !== home) home?.append($("talk"));
    if (!open() && this.panel.is("talk")) this.panel.open("log", false);
    $("talk-form").hidden = !mayWrite();
    $("talk-reads").hidden = mayWrite();
    const secret = state.frame?.status === "playing";
    $("talk-none").hidden = this.lines.size > 0 || !mayWrite();
    render($("talk-none"), [language(), secret], () => [`${say("talk_none")} ${say(secret ? "talk_private" : "talk_public")}`]);
    this.showForm();
    this.showLines();
    this.markRead();
  }

  private showForm(): void {
    const time = state.frame?.type === "waiting" ? "before" : over() ? "after" : "during";
    render($("talk-phrases"), [time, language()], () =>
      PHRASES[time].map((id) => el("button", { type: "button", class: "quiet small", "data-phrase": id, onclick: () => this.phrase(id) }, say(`phrase_${id}`))),
    );
    const box = $("talk-about");
    box.hidden = this.about === null;
    const about = this.about;
    if (about === null) return;
    render(box, [about, entryText(about), language()], () => [
      el("span", { class: "talk-quote" }, el("span", { class: "unseen" }, `${say("talk_about")} `), entryText(about) || say("talk_entry", { n: about })),
      el("button", { type: "button", class: "quiet", id: "talk-drop", "aria-label": say("talk_drop"), title: say("talk_drop"), onclick: () => this.dropAbout() }, icon("close")),
    ]);
  }

  private showLines(): void {
    const all = [...this.lines.values()].sort((one, other) => one.number - other.number);
    const texts = all.map((line) => (line.about === null ? "" : entryText(line.about)));
    const box = $("talk-lines");
    const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
    const key = [all, texts, this.older, language(), seats().map((seat) => [seat.colour, seat.letter, seat.name])];
    if (!render(box, key, () => [this.older && this.olderButton(), ...this.items(all)])) return;
    if (focus) (document.getElementById(focus) ?? box).focus({ preventScroll: true });
    beforePaint("talk", () => this.scrollDown());
  }

  private olderButton(): HTMLElement {
    const ask = (): void => {
      const first = Math.min(...this.lines.keys());
      if (this.fetching || !Number.isFinite(first)) return;
      this.fetching = true;
      this.atEnd = false;
      this.send({ type: "earlier", before: first });
    };
    return el("li", { class: "talk-older" }, el("button", { type: "button", class: "quiet small", id: "talk-older", onclick: ask }, say("talk_older")));
  }

  private items(all: TalkLine[]): HTMLElement[] {
    const items: HTMLElement[] = [];
    for (let k = 0; k < all.length; k += 1) {
      const line = all[k] as TalkLine;
      const before = all[k - 1];
      const follows = before?.name === line.name && before.seat === line.seat && before.muted === line.muted;
      if (!line.muted) items.push(this.item(line, follows && line.at - before.at < TOGETHER));
      else if (!follows) {
        const rest = all.slice(k).findIndex((other) => other.name !== line.name || other.seat !== line.seat || !other.muted);
        items.push(this.mutedItem(line, rest < 0 ? all.length - k : rest));
      }
    }
    return items;
  }

  private item(line: TalkLine, follows: boolean): HTMLElement {
    const about = line.about;
    return el(
      "li",
      { class: `${line.seat < 0 ? "" : colourClass(line.seat)}${line.mine ? " mine" : ""}${follows ? " follows" : ""}`, "data-line": line.number },
      follows ? null : el("span", { class: "token", "aria-hidden": "true" }, line.seat < 0 ? "·" : letter(line.seat)),
      el(
        "div",
        { class: "talk-body" },
        follows
          ? null
          : el(
              "p",
              { class: "talk-head" },
              el("strong", {}, line.name),
              el("time", { class: "soft", datetime: new Date(line.at * 1000).toISOString(), title: formatDate(line.at) }, formatTime(line.at)),
              line.mine ? null : this.muteButton(line),
            ),
        about === null
          ? null
          : el(
              "button",
              { type: "button", class: "talk-quote", id: `quote-${line.number}`, title: say("talk_show"), onclick: () => this.follow(about) },
              el("span", { class: "unseen" }, `${say("talk_about")} `),
              entryText(about) || say("talk_entry", { n: about }),
            ),
        el("p", { class: "talk-text" }, wordsOf(line)),
      ),
    );
  }

  private muteButton(line: TalkLine): HTMLElement {
    const words = say(line.muted ? "talk_unmute" : "talk_mute", { name: line.name });
    return el("button", { type: "button", class: "quiet talk-mute", id: `mute-${line.number}`, "aria-label": words, title: words, onclick: () => this.mute(line) }, say(line.muted ? "talk_unmute_short" : "talk_mute_short"));
  }

  /** The number of muted lines, and a button to show them again. */
  private mutedItem(line: TalkLine, count: number): HTMLElement {
    return el("li", { class: "talk-muted soft", "data-line": line.number }, el("span", {}, sayCount("talk_hidden", count, { name: line.name })), this.muteButton(line));
  }

  private scrollDown(): void {
    if (this.atEnd) $("talk-lines").scrollTop = $("talk-lines").scrollHeight;
  }

  /** Count unread lines; visible ones are read. */
  private markRead(): void {
    if (this.isShown) hideNotice();
    if (this.isShown && this.atEnd && !document.hidden && this.last > 0) save(READ, String(this.last));
    const read = Number(load(READ) ?? 0);
    const count = [...this.lines.values()].filter((line) => line.number > read && !line.mine && !line.muted).length;
    const badge = $("talk-count");
    const text = count ? String(count) : "";
    if (badge.textContent !== text) badge.textContent = text;
    const words = count ? sayCount("talk_new", count) : "";
    if ($("talk-new").textContent !== words) $("talk-new").textContent = words;
    const jump = $("talk-jump");
    jump.hidden = !count || this.inSight || state.frame?.type !== "waiting" || !open();
    if (!jump.hidden) render(jump, [count, language()], () => [icon("talk"), `${say("tool_talk")}${words}`]);
  }
}
