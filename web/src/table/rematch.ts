// Another game with the same people: everybody is asked, and those who agree go to the new table.

import { $, el, render } from "../elements";
import { attempt, request, sit, tableUrl } from "../server";
import type { NextTable } from "../wire";
import { language, say } from "../words";
import { API, inLesson, nameOf, over, seated, seats, state, update } from "./state";

type Told = (text: string) => void;

/** The player's choices about a rematch after a game. Each place has its own ids. */
export function rematchBox(place: string, showError: Told): HTMLElement[] {
  const frame = update();
  if (!frame || !over() || !seated() || inLesson) return [];
  const found = frame.rematch?.status === "closed" ? null : frame.rematch;
  const act = (id: string, text: string, work: () => Promise<unknown>, quiet = false): HTMLElement =>
    el(
      "button",
      { type: "button", id: `${place}-${id}`, class: quiet ? "quiet" : "", onclick: (event: Event) => void attempt(event.currentTarget as HTMLButtonElement, showError, async () => void (await work())) },
      text,
    );
  const agree = async (): Promise<void> => {
    const { table } = await request<NextTable>(`${API}/rematch`, {});
    await sit(table);
    location.assign(tableUrl(table));
  };
  const names = (all: number[]): string => all.map(nameOf).join(", ");
  const declined = found?.declined.length ? el("p", {}, say("rematch_declined", { names: names(found.declined) })) : null;
  const row = (...children: (HTMLElement | null)[]): HTMLElement => el("p", { class: "row" }, ...children);
  const parts: (HTMLElement | null)[] = !found
    ? [row(act("rematch", say("rematch"), agree))]
    : found.agreed.includes(frame.seat)
      ? [declined, row(el("a", { class: "button", id: `${place}-go`, href: tableUrl(found.table) }, say("rematch_go")))]
      : found.status !== "waiting"
        ? [el("p", {}, say("rematch_began")), row(el("a", { class: "button quiet", id: `${place}-go`, href: tableUrl(found.table) }, say("rematch_watch")))]
        : found.declined.includes(frame.seat)
          ? [el("p", {}, say("rematch_no_more"))]
          : [
              el("p", {}, say("rematch_asked", { names: names(found.agreed) || nameOf(frame.seat) })),
              declined,
              row(act("rematch", say("rematch_yes"), agree), act("decline", say("rematch_no"), () => request(`${API}/rematch/decline`, {}), true)),
            ];
  return parts.filter((part): part is HTMLElement => part !== null);
}

/** The question from the others, beside the picture. */
export function showRematch(showError: Told): void {
  const box = $("rematch");
  const asked = over() && update()?.rematch?.status === "waiting";
  box.hidden = !asked || !seated();
  if (box.hidden) return;
  const focus = box.contains(document.activeElement) ? document.activeElement?.id : "";
  const drawn = render(box, [update()?.rematch, state.frame?.seat, language(), seats().map((seat) => seat.name)], () => rematchBox("asked", showError));
  if (drawn && focus) (document.getElementById(focus) ?? $("prompt")).focus({ preventScroll: true });
}
