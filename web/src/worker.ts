// The service worker: shows push messages while no page is open, and opens their table.

/** The payload of a push message; see notify/push.py. */
interface Message {
  id: string;
  tag: string;
  title: string;
  body: string;
  lang: string;
  url: string;
  icon: string;
}
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushArrival extends Extendable {
  data: { json(): Message } | null;
}
interface NotificationClick extends Extendable {
  notification: Notification & { data?: { url?: string } };
}
interface SubscriptionChange extends Extendable {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}
interface Page {
  url: string;
  focus(): Promise<unknown>;
}
interface Scope {
  registration: ServiceWorkerRegistration;
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(options: object): Promise<Page[]>; openWindow(url: string): Promise<unknown> };
  addEventListener<E extends Event>(type: string, listener: (event: E) => void): void;
}

const scope = self as unknown as Scope;

scope.addEventListener<Extendable>("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener<Extendable>("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener<PushArrival>("push", (event) => {
  const message = event.data?.json();
  if (!message) return;
  const { title, body, tag, lang, icon, url } = message;
  event.waitUntil(scope.registration.showNotification(title, { body, tag, lang, icon, data: { url } }));
});

/** Open the page of a notification: an open one if there is one, else a new one. */
async function openPage(path: string): Promise<void> {
  const url = new URL(path, scope.location.origin);
  if (url.origin !== scope.location.origin) return;
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = pages.find((page) => new URL(page.url).pathname === url.pathname);
  await (found ? found.focus() : scope.clients.openWindow(url.href));
}

scope.addEventListener<NotificationClick>("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url ?? "/"));
});

/** The browser's address for push messages has changed: tell the server. */
async function subscribeAgain(event: SubscriptionChange): Promise<void> {
  const options = event.oldSubscription?.options;
  const subscription = event.newSubscription ?? (options ? await scope.registration.pushManager.subscribe(options as PushSubscriptionOptionsInit) : null);
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/me/push", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ subscription: { endpoint, keys } }),
  });
}

scope.addEventListener<SubscriptionChange>("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

export {}; // make this a module, so that its names do not clash with those of pages
