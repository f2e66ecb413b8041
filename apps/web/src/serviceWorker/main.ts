import { cacheFirstFeed, homeFeed, isHomeFeed, isPicture, picture } from './member.ts';
import { openPush, renewSubscription, type SubscriptionChange, sendPushReply, showPush } from './push.ts';
import { receiveShare } from './share.ts';
import { cacheShell, deleteOldShells, isShellFile, page, shellFile } from './shell.ts';

// This code is type-checked with the global types of a page, so the types of a service worker are declared here.

interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

interface PushEvent extends ExtendableEvent {
  data: { text: () => string } | null;
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
  /** The name of the tapped button. Empty if the notification itself was tapped. */
  action: string;
  reply?: string | null;
}

interface WorkerScope {
  addEventListener(name: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  addEventListener(
    name: 'pushsubscriptionchange',
    listener: (event: ExtendableEvent & SubscriptionChange) => void,
  ): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
}

const scope = self as unknown as WorkerScope;

/** Paths that the service worker leaves to the server, such as the server's own pages, the API, and sign-in with Google. */
const serverPaths =
  /^\/(?:\.well-known|auth|docs|exports|openapi\.json|signed-in\.html|stand-in|media|trpc|healthz|readyz|metrics|robots\.txt)(?:\/|$)/;

// A new version replaces the old one at once: open pages still find their files in the previous version's cache.
scope.addEventListener('install', (event) => event.waitUntil(cacheShell().then(() => scope.skipWaiting())));

scope.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([deleteOldShells(), scope.clients.claim()]).then(() => cacheFirstFeed().catch(() => undefined)),
  ),
);

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'POST' && url.pathname === '/share' && url.origin === location.origin)
    return event.respondWith(receiveShare(request));
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!serverPaths.test(url.pathname)) event.respondWith(page(request));
  } else if (isShellFile(url.pathname)) event.respondWith(shellFile(request));
  else if (isHomeFeed(url)) event.respondWith(homeFeed(request));
  else if (isPicture(url)) event.respondWith(picture(request, (work) => event.waitUntil(work)));
});

scope.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text())));
scope.addEventListener('notificationclick', (event) => {
  const { notification, action, reply } = event;
  event.waitUntil(action === 'reply' ? sendPushReply(notification, reply) : openPush(notification));
});
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
