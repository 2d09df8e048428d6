// Notifications in this browser, and the worker that shows them while no page is open.

import { loadFlag, saveFlag } from "./storage";

const WORKER = "/worker.js";

/** Whether this browser could show notifications. */
export const canNotify = (): boolean => "Notification" in window && isSecureContext;

/** Whether the player wants notifications from open pages, and the browser allows them. */
export const notifies = (): boolean => canNotify() && Notification.permission === "granted" && loadFlag("notify");

/** Ask for permission; only called on a click. Returns whether it was granted. */
export async function allowNotifications(): Promise<boolean> {
  if (!canNotify()) return false;
  const allowed = (await Notification.requestPermission()) === "granted";
  saveFlag("notify", allowed);
  if (allowed) await worker().catch(() => null);
  return allowed;
}

export const stopNotifications = (): void => saveFlag("notify", false);

/** The service worker of this site, installed on first use. */
export async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: "/" });
  return navigator.serviceWorker.ready;
}

/** Show a notification. It is replaced by any with the same tag, including push messages. */
export async function showNotification(title: string, body: string, tag: string, url: string): Promise<void> {
  if (!notifies()) return;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "";
  const installed = await navigator.serviceWorker?.getRegistration("/");
  if (installed?.active) await installed.showNotification(title, { body, tag, icon, data: { url } });
  else new Notification(title, { body, tag, icon }).onclick = () => focus();
}
