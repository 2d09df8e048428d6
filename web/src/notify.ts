// Notifications of this browser, and the worker that shows those that come while no page is open.

import { loadFlag, saveFlag } from "./storage";

const WORKER = "/worker.js";

/** Whether this browser could show notifications. */
export const canNotify = (): boolean => "Notification" in window && isSecureContext;

/** Whether the player wants notifications of open pages, and the browser allows them. */
export const notifies = (): boolean => canNotify() && Notification.permission === "granted" && loadFlag("notify");

/** Ask for permission; only called by a click. Returns whether it was given. */
export async function allowNotifications(): Promise<boolean> {
  if (!canNotify()) return false;
  const allowed = (await Notification.requestPermission()) === "granted";
  saveFlag("notify", allowed);
  if (allowed) await worker().catch(() => null);
  return allowed;
}

export const stopNotifications = (): void => saveFlag("notify", false);

/** The worker of this site; it is installed when it is needed for the first time. */
export async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: "/" });
  return navigator.serviceWorker.ready;
}

/** Show a notification. One with the same tag replaces it, also one that the server sends. */
export async function showNotification(title: string, body: string, tag: string, url: string): Promise<void> {
  if (!notifies()) return;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "";
  const installed = await navigator.serviceWorker?.getRegistration("/");
  if (installed?.active) await installed.showNotification(title, { body, tag, icon, data: { url } });
  else new Notification(title, { body, tag, icon }).onclick = () => focus();
}
