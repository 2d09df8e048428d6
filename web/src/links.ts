// The invitation to a table, for its host: a link to copy, share or show as a QR code.

import { el } from "./elements";
import { load, loadJson, save } from "./storage";
import { say } from "./words";

export const rememberInvitation = (table: string, secret: string): void => save(`invitation-${table}`, secret);

/** The secret of the invitation to a table, if this browser knows it. Earlier versions had one per seat. */
export const invitationOf = (table: string): string | null =>
  load(`invitation-${table}`) ?? Object.values(loadJson<Record<string, string>>(`links-${table}`) ?? {})[0] ?? null;

/** The URL of an invitation. The fragment never leaves the browser. */
export const invitationUrl = (table: string, secret: string): string => `${location.origin}/join/${encodeURIComponent(table)}#${secret}`;

/** Copy the text of a field, or else select it, and say so. */
export async function copyField(field: HTMLInputElement, notify: (text: string) => void, selected: "copy_by_hand" | "copy_text_by_hand"): Promise<void> {
  try {
    await navigator.clipboard.writeText(field.value);
    notify(say("copied"));
  } catch {
    field.select();
    notify(say(selected));
  }
}

/** A link with its buttons, and its QR code. `more` are further buttons. */
export function invitationBox(url: string, title: string, notify: (text: string) => void, ...more: HTMLElement[]): HTMLElement {
  const field = el("input", { id: "invitation", type: "text", readonly: true, value: url });
  const copy = (): Promise<void> => copyField(field, notify, "copy_by_hand");
  const share = (): void => void navigator.share({ title: "Rooftop", text: say("share_text", { title }), url }).catch(() => undefined);
  const code = el("div", { class: "qr-box" });
  void import("./qr").then(({ qrCode }) => code.append(qrCode(url, say("qr_label")), el("p", { class: "soft small" }, say("qr_help"))));
  return el(
    "div",
    { class: "invitation" },
    el(
      "div",
      { class: "invitation-link" },
      el("label", { for: "invitation" }, say("invitation_link")),
      field,
      el(
        "span",
        { class: "row" },
        el("button", { type: "button", id: "copy-invitation", onclick: () => void copy() }, say("copy_link")),
        "share" in navigator && el("button", { type: "button", id: "share-invitation", class: "quiet", onclick: share }, say("share")),
        ...more,
      ),
    ),
    code,
  );
}
