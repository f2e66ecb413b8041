import { isSignedIn } from './member.ts';

/** The server's payload, encrypted for this browser. */
interface Told {
  tag: string;
  badge: number;
  path: string;
  body: string;
}

interface Shown extends Notification {
  data: { path?: string } | null;
}

interface OpenWindow {
  visibilityState: string;
  focus: () => Promise<OpenWindow>;
  postMessage: (message: object) => void;
}

/** From the service worker's global scope, whose types are not available here. */
interface PushScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll: (of: { type: 'window'; includeUncontrolled: boolean }) => Promise<OpenWindow[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
}

const scope = self as unknown as PushScope;

function read(text: string | undefined): Told | null {
  try {
    const { tag, badge, path, body } = JSON.parse(text ?? '') as Partial<Record<keyof Told, unknown>>;
    const sound = typeof tag === 'string' && typeof body === 'string' && Number.isSafeInteger(badge);
    return sound && typeof path === 'string' && /^\/\w/.test(path) ? { tag, badge: badge as number, path, body } : null;
  } catch {
    return null;
  }
}

const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Safari revokes the permission if a push shows no notification. */
const mustShow = (): boolean => /Safari/.test(navigator.userAgent) && !/Chrome|Chromium/.test(navigator.userAgent);

/** Shows nothing after log-out, nor while Kith is in the foreground, where the page shows it. */
export async function showPush(text: string | undefined): Promise<void> {
  const told = read(text);
  if (!told) return;
  if (!(await isSignedIn())) {
    await (await scope.registration.pushManager.getSubscription())?.unsubscribe();
    return;
  }
  await navigator.setAppBadge?.(told.badge).catch(() => undefined);
  const seen = (await windows()).some(({ visibilityState }) => visibilityState === 'visible');
  if (seen && !mustShow()) return;
  await scope.registration.showNotification('Kith', {
    body: told.body,
    tag: told.tag,
    icon: '/icons/icon-192.png',
    data: { path: told.path },
    // Another message is worth a sound; another like is not.
    ...(told.tag.startsWith('chat-') && { renotify: true }),
  });
}

/** Opens the target in the existing window, which keeps what is half written. */
export async function openPush(notification: Notification): Promise<void> {
  notification.close();
  const path = (notification as Shown).data?.path ?? '/notification';
  const [open] = await windows();
  if (!open) return void (await scope.clients.openWindow(path));
  await open.focus();
  open.postMessage({ kithOpen: path });
}

export interface Changed {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/** The browser has replaced the subscription. */
export async function renewPush({ oldSubscription, newSubscription }: Changed): Promise<void> {
  if (!(await isSignedIn())) return;
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ??
    (options && (await scope.registration.pushManager.subscribe(options as PushSubscriptionOptionsInit)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/trpc/notifications.subscribe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}
