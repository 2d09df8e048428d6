// Runs before the first paint. The server has set the player's theme; without one, pages follow the device.

import { askEarly } from "./early";
import { narrow } from "./sizes";

{
  const root = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)");
  const follow = (): void => {
    if (!("chosen" in root.dataset)) root.dataset["theme"] = night.matches ? "night" : "day";
  };
  follow();
  night.addEventListener("change", follow);
  const empty = root.dataset["board"];
  if (empty) {
    const look = `theme=${root.dataset["theme"]}&lang=${root.lang}&size=${narrow.matches ? "narrow" : "wide"}`;
    askEarly(`${empty}?${look}&layer=board`);
  }
  try {
    root.classList.toggle("still", localStorage.getItem("rooftop-motion") === "no");
  } catch {
    // Storage is disabled.
  }
}
