// Runs before the first paint. The server has set the theme that the player chose; without one, pages follow the
// device.

import { narrow } from "./elements";

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
    // The empty board, as picture.ts asks for it when the first update has come: it need not wait for that.
    const look = `theme=${root.dataset["theme"]}&lang=${root.lang}&size=${narrow.matches ? "narrow" : "wide"}`;
    const board = Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", crossOrigin: "anonymous" });
    board.href = `${empty}?${look}&layer=board`;
    document.head.append(board);
  }
  try {
    root.classList.toggle("still", localStorage.getItem("rooftop-motion") === "no");
  } catch {
    // Storage is off.
  }
}
