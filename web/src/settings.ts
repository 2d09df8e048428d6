// How the player wants to be notified: in this browser, and over the channels that the server offers.

import { $, el } from "./elements";
import { allowNotifications, canNotify, notifies, stopNotifications, worker } from "./notify";
import { refresh, startPage } from "./page";
import { attempt, errorText, request } from "./server";
import { loadFlag, saveFlag } from "./storage";
import { sound } from "./table/sounds";
import { say } from "./words";

const FIRST_WISH = "turn"; // when a channel is turned on, notify of the player's turn

const tell = (text: string): void => {
  $("told").textContent = text;
};
const showError = (text: string): void => {
  $("trouble").textContent = text;
  if (text) tell("");
};
const find = <T extends HTMLElement>(id: string): T | null => document.getElementById(id) as T | null;

/** Show what the server has stored. */
async function showStored(focus = ""): Promise<void> {
  await refresh(location.href, () => false);
  await showPush();
  if (focus) find(focus)?.focus();
}

/** Run a button's action and show the outcome. */
function change(button: HTMLButtonElement, focus: string, work: () => Promise<void>): void {
  void attempt(button, showError, async () => {
    tell("");
    await work();
    await showStored(focus);
    tell(say("notify_saved"));
  });
}

/** The default wish for a channel that was just turned on. */
async function firstWish(channel: string): Promise<void> {
  const known = document.querySelector(`form[data-channel="${channel}"] input:checked`);
  if (!known) await request("/api/me/notifications", { channel, kinds: [FIRST_WISH] });
}

// --- this browser ---

function showBrowser(): void {
  $<HTMLInputElement>("sounds").checked = loadFlag("sounds");
  const box = $<HTMLInputElement>("page-notify");
  const denied = canNotify() && Notification.permission === "denied";
  box.checked = notifies();
  box.disabled = !canNotify() || denied;
  const state = $("page-notify-state");
  if (!canNotify()) state.dataset["say"] = "notify_unable";
  else if (denied) state.dataset["say"] = "notify_denied";
  else delete state.dataset["say"];
  state.textContent = !canNotify() ? say("notify_unable") : denied ? say("notify_denied") : "";
}

$("sounds").addEventListener("change", () => {
  saveFlag("sounds", $<HTMLInputElement>("sounds").checked);
  sound("turn");
});
$("page-notify").addEventListener("change", () => {
  const on = $<HTMLInputElement>("page-notify").checked;
  void (on ? allowNotifications() : Promise.resolve(stopNotifications())).then(showBrowser);
});

// --- push messages ---

const canPush = (): boolean => canNotify() && "serviceWorker" in navigator && "PushManager" in window;

async function subscription(): Promise<PushSubscription | null> {
  const installed = canPush() ? await navigator.serviceWorker.getRegistration("/") : undefined;
  return (await installed?.pushManager.getSubscription().catch(() => null)) ?? null;
}

/** The server's name for a subscription. */
async function deviceId(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function showPush(): Promise<void> {
  const [on, off] = [find("push-on"), find("push-off")];
  if (!on || !off) return;
  const known = ($("devices").textContent ?? "").split(" ");
  const own = await subscription();
  const isOn = own !== null && known.includes(await deviceId(own.endpoint));
  const blocked = canPush() && Notification.permission === "denied";
  on.hidden = isOn || !canPush() || blocked;
  off.hidden = !isOn;
  if (canPush() && !blocked) return;
  const why = blocked ? "notify_denied" : "notify_unable";
  const place = on.parentElement;
  if (place && !place.querySelector("em")) place.prepend(el("em", { "data-say": why }, say(why)));
}

async function turnPushOn(): Promise<void> {
  if (!(await allowNotifications())) {
    showBrowser();
    throw new Error(say("notify_denied"));
  }
  showBrowser();
  let made: PushSubscription;
  try {
    const installed = await worker();
    const key = $("push").dataset["key"] ?? "";
    made = await installed.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    throw new Error(say("notify_push_failed"));
  }
  const { endpoint, keys } = made.toJSON();
  await request("/api/me/push", { subscription: { endpoint, keys } });
  await firstWish("push");
}

async function turnPushOff(): Promise<void> {
  const own = await subscription();
  if (!own) return;
  await request("/api/me/push/remove", { id: await deviceId(own.endpoint) });
  await own.unsubscribe();
}

// --- clicks and forms: the elements get replaced, so their parents listen ---

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button[id]") : null;
  if (button?.id === "push-on") change(button, "push-off", turnPushOn);
  else if (button?.id === "push-off") change(button, "push-on", turnPushOff);
  else if (button?.id === "email-remove") change(button, "address", async () => void (await request("/api/me/email", { address: "" })));
  else if (button?.id === "webhook-remove")
    change(button, "url", async () => void (await request("/api/me/webhook", { url: "", style: "discord" })));
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  if (form.id === "email-form")
    change($<HTMLButtonElement>("email-send"), "email-remove", async () => {
      await request("/api/me/email", { address: $<HTMLInputElement>("address").value });
      await firstWish("email");
    });
  if (form.id === "webhook-form")
    change($<HTMLButtonElement>("webhook-save"), "webhook-remove", async () => {
      await request("/api/me/webhook", { url: $<HTMLInputElement>("url").value, style: $<HTMLSelectElement>("style").value });
      await firstWish("webhook");
    });
});

/** Save a changed checkbox or time at once. */
document.addEventListener("change", (event) => {
  const form = event.target instanceof Element ? event.target.closest<HTMLFormElement>("form.wishes") : null;
  const channel = form?.dataset["channel"];
  if (!form || !channel) return;
  const kinds = [...form.querySelectorAll<HTMLInputElement>("input:checked")].map((box) => box.value);
  const when = $<HTMLSelectElement>(`${channel}-when`).value;
  showError("");
  tell("");
  request("/api/me/notifications", { channel, kinds, when }).then(
    () => tell(say("notify_saved")),
    (error: unknown) => showError(errorText(error)),
  );
});

startPage((changed) => {
  showBrowser();
  tell("");
  if (changed === "language") showStored().catch((error: unknown) => showError(errorText(error)));
});
showBrowser();
void showPush();
