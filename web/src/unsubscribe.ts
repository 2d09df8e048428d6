// The unsubscribe link in every e-mail leads here: one button stops them. It also works without this script.

import { $ } from "./elements";
import { startPage, translate } from "./page";
import { attempt } from "./server";
import { say } from "./words";

startPage();
const showError = (text: string): void => {
  $("trouble").textContent = text;
};

$("stop").addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt($<HTMLButtonElement>("stop-button"), showError, async () => {
    const response = await fetch(location.pathname, { method: "POST" }).catch(() => null);
    if (!response?.ok) throw new Error(say("offline"));
    $("head").dataset["say"] = "unsubscribe_stopped";
    $("told").dataset["say"] = "unsubscribe_done";
    translate();
    $("ask").hidden = $("stop").hidden = true;
  });
});
