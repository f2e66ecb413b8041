import { visibleText } from '@kith/contracts/visibleText';
import { isSignedIn } from './member.ts';
import { type ReplyTo, sendReply } from './reply.ts';

/** The contents of a push, which the server encrypts for this browser. */
interface PushPayload {
  tag: string;
  badge: number;
  path: string;
  title: string;
  body: string;
  /** The address of the profile picture to show. */
  icon: string | null;
  /** The chat to which a reply written in the notification is sent. Null if no reply is possible. */
  reply: ReplyTo | null;
}

interface ShownNotification extends Notification {
  data: { path?: string; reply?: ReplyTo | null } | null;
}

interface OpenWindow {
  visibilityState: string;
  focus: () => Promise<OpenWindow>;
  postMessage: (message: object) => void;
}

/** The parts of a service worker's global scope that this file uses. The project's types do not contain them. */
interface PushScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll: (of: { type: 'window'; includeUncontrolled: boolean }) => Promise<OpenWindow[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
}

const scope = self as unknown as PushScope;

function read(text: string | undefined): PushPayload | null {
  try {
    const { tag, badge, path, title, body, icon, reply } = JSON.parse(text ?? '') as Partial<
      Record<keyof PushPayload, unknown>
    >;
    const texts = { tag, title, body };
    const areTexts = Object.values(texts).every((each) => typeof each === 'string');
    if (!areTexts || !Number.isSafeInteger(badge) || typeof path !== 'string' || !/^\/\w/.test(path)) return null;
    return {
      ...(texts as { tag: string; title: string; body: string }),
      badge: badge as number,
      path,
      icon: typeof icon === 'string' && /^(?:\/\w|https:\/\/)/.test(icon) ? icon : null,
      reply: (reply as ReplyTo | undefined) ?? null,
    };
  } catch {
    return null;
  }
}

const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Whether a notification must be shown for each push, because Safari otherwise revokes the permission for pushes. */
const mustShow = (): boolean => /Safari/.test(navigator.userAgent) && !/Chrome|Chromium/.test(navigator.userAgent);

const appIcon = '/icons/icon-192.png';
/** The monochrome icon that phones show in the status bar. */
const badge = '/icons/badge-96.png';
const iconSize = 192;

/** Crops a picture to a circle, as a data URL. Returns the address itself if the browser cannot crop it. */
async function roundIcon(address: string): Promise<string> {
  try {
    const response = await fetch(address);
    if (!response.ok) return appIcon;
    const picture = await createImageBitmap(await response.blob());
    const side = Math.min(picture.width, picture.height);
    const canvas = new OffscreenCanvas(iconSize, iconSize);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.arc(iconSize / 2, iconSize / 2, iconSize / 2, 0, 2 * Math.PI);
    context.clip();
    const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
    context.drawImage(picture, left, top, side, side, 0, 0, iconSize, iconSize);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return `data:image/png;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
  } catch {
    return address;
  }
}

/** Shows a push as a notification. Shows none if nobody is logged in or, except in Safari, if Kith is in the foreground. */
export async function showPush(text: string | undefined): Promise<void> {
  const payload = read(text);
  if (!payload) return;
  if (!(await isSignedIn())) {
    await (await scope.registration.pushManager.getSubscription())?.unsubscribe();
    return;
  }
  await navigator.setAppBadge?.(payload.badge).catch(() => undefined);
  const isVisible = (await windows()).some(({ visibilityState }) => visibilityState === 'visible');
  if (isVisible && !mustShow()) return;
  const { reply } = payload;
  const field = reply && { action: 'reply', type: 'text', title: reply.words.action, placeholder: reply.words.hint };
  await scope.registration.showNotification(payload.title, {
    body: payload.body,
    tag: payload.tag,
    icon: payload.icon === null ? appIcon : await roundIcon(payload.icon),
    badge,
    data: { path: payload.path, reply },
    // Each new message in a chat makes a sound. Other updates of a notification are silent.
    ...(payload.tag.startsWith('chat-') && { renotify: true }),
    ...(field && { actions: [field] }),
  });
}

/**
 * Sends a reply that the member wrote in a notification. Opens the chat instead if there is no text, as on systems without a
 * reply field. A reply that cannot be sent is stored for the app's outbox.
 */
export async function sendPushReply(notification: Notification, text: string | null | undefined): Promise<void> {
  const { data, title, tag, icon } = notification as ShownNotification;
  if (!data?.reply || !text || !visibleText(text)) return openPush(notification);
  notification.close();
  if (await sendReply(data.reply, text)) return;
  await scope.registration.showNotification(title, {
    body: data.reply.words.waits,
    tag,
    icon,
    badge,
    data: { path: data.path },
  });
  for (const open of await windows()) open.postMessage({ kithReplies: true });
}

/** Opens the page that the notification is about, in an existing window if there is one, so that drafts in it are not lost. */
export async function openPush(notification: Notification): Promise<void> {
  notification.close();
  const path = (notification as ShownNotification).data?.path ?? '/notification';
  const [open] = await windows();
  if (!open) return void (await scope.clients.openWindow(path));
  await open.focus();
  open.postMessage({ kithOpen: path });
}

export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/** Registers the new push subscription after the browser has replaced the old one. */
export async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
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
