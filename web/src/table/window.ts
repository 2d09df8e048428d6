// The visible part of a picture that is taller than its space: on phones it scrolls with the page, on phones in landscape
// inside its own box.

import { $ } from "../elements";
import { phone } from "../sizes";
import { reducedMotion } from "./motion";

/** The top and bottom of the visible part of the picture; null if all is visible. On a phone, something lies below. */
export function seen(below: "dock" | "coach" = "dock"): [top: number, bottom: number] | null {
  if (phone.matches) return [Math.max(0, $("bar").getBoundingClientRect().bottom), $(below).getBoundingClientRect().top];
  const box = $("picture");
  const { top, bottom } = box.getBoundingClientRect();
  return box.scrollHeight > box.clientHeight ? [top, bottom] : null;
}

export function scrollPicture(by: number): void {
  const box = phone.matches ? window : $("picture");
  box.scrollBy({ top: by, behavior: reducedMotion() ? "auto" : "smooth" });
}
