// The page behind an invitation link: one button.

import { $, ask, begin, el } from "./common.js";
import { say } from "./words.js";

begin();
const link = decodeURIComponent(location.pathname.split("/").pop());

$("take").addEventListener("click", async () => {
  $("take").disabled = true;
  $("trouble").textContent = "";
  try {
    const { table } = await ask("/api/join", { link });
    location.replace(`/tables/${encodeURIComponent(table)}`);
  } catch (error) {
    $("trouble").replaceChildren(`${say("join_failed")} ${error.message}`);
    $("after").replaceChildren(el("a", { href: "/" }, say("join_home")));
    $("take").disabled = false;
  }
});
