// A profile. Your own has privacy switches, and a way to delete everything.

import { $ } from "./elements";
import { startPage } from "./page";
import { attempt, errorText, remove, request } from "./server";
import { forgetAll } from "./storage";
import { say } from "./words";

const showError = (text: string): void => {
  $("trouble").textContent = text;
  if (text) $("told").textContent = "";
};

/** Open or close the question whether to delete everything. */
function ask(open: boolean): void {
  $("delete-box").hidden = !open;
  $("delete").setAttribute("aria-expanded", String(open));
  $(open ? "delete-head" : "delete").focus();
}

async function openProfile(box: HTMLInputElement): Promise<void> {
  showError("");
  try {
    await request("/api/me/profile", { open: box.checked });
    $("told").textContent = say(box.checked ? "privacy_opened" : "privacy_closed");
  } catch (error) {
    box.checked = !box.checked;
    showError(errorText(error));
  }
}

function startOwn(box: HTMLInputElement): void {
  box.addEventListener("change", () => void openProfile(box));
  $("delete").addEventListener("click", () => ask($("delete-box").hidden));
  $("delete-not").addEventListener("click", () => ask(false));
  $("delete-box").addEventListener("keydown", (event) => event.key === "Escape" && ask(false));
  $("delete-for-good").addEventListener("click", () =>
    void attempt($<HTMLButtonElement>("delete-for-good"), showError, async () => {
      await remove("/api/me");
      forgetAll();
      $("told").textContent = say("delete_done");
      location.assign("/");
    }),
  );
}

startPage();
const box = document.querySelector<HTMLInputElement>("#open-profile");
if (box) startOwn(box);
