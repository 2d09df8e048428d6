// The link that confirms an e-mail address leads here. Its secret is in the fragment, so no server has seen it yet.

import { $ } from "./elements";
import { startPage, translate } from "./page";
import { attempt, request } from "./server";
import type { EmailInfo } from "./wire";
import { say } from "./words";

startPage();
const token = location.hash.slice(1);
const showError = (text: string): void => {
  $("trouble").textContent = text;
};

if (!token) showError(say("confirm_none"));
$("confirm").hidden = !token;
$("confirm").addEventListener("click", () =>
  void attempt($<HTMLButtonElement>("confirm"), showError, async () => {
    const { address } = await request<EmailInfo>("/api/email/confirm", { token });
    $("head").dataset["say"] = "confirm_thanks";
    translate();
    $("told").textContent = say("confirm_done", { address });
    $("ask").hidden = $("confirm").hidden = true;
    history.replaceState(null, "", location.pathname);
  }),
);
