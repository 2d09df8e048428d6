// "Your games": the lists are fetched again when the player comes back to the page.

import { refresh, startPage } from "./page";

startPage();
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") refresh().catch(() => undefined);
});
