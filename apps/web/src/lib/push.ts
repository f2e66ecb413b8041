import { currentLanguage } from '../i18n/index.ts';
import { api } from './api.ts';
import { memberKey } from './member.ts';

/** Whether this device receives pushes. `install` means an iPhone, which shows pushes only if the app is installed. */
export type DeviceState = 'unsupported' | 'install' | 'off' | 'on' | 'blocked';

const supported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Returns whether the device is an iPhone, iPod or iPad. An iPad reports to be a Mac, but unlike a Mac has a touch screen. */
const isApplePhone = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const findSubscription = async (): Promise<PushSubscription | null> => {
  if (!supported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

const chosenKey = () => memberKey('push');

/** Returns whether this member has switched pushes on here. The stored choice is deleted at log-out. */
const isChosen = (): boolean => {
  try {
    return localStorage.getItem(chosenKey()) !== null;
  } catch {
    return false;
  }
};

export async function readDevice(): Promise<DeviceState> {
  if (!supported()) return isApplePhone() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isChosen() && (await findSubscription()) ? 'on' : 'off';
}

const encoded = (key: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Subscribes to the browser's push service, and sends the subscription to the server. */
async function subscribe(): Promise<void> {
  if (!(await navigator.serviceWorker.getRegistration())) await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await api.notifications.pushKey.query();
  let subscription = await pushManager.getSubscription();
  const currentKey = subscription?.options.applicationServerKey;
  if (subscription && currentKey && encoded(currentKey) !== key) {
    // The server's key has changed since the subscription was made, so a new one is needed.
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await api.notifications.subscribe.mutate({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    language: currentLanguage(),
  });
}

/** Asks for the browser's permission, which is possible only during a tap, and subscribes. Throws if subscribing fails. */
export async function turnOnDevice(): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  try {
    await subscribe();
  } catch (error) {
    // The server does not have the subscription, so the subscription is cancelled, and pushes stay switched off.
    await (await findSubscription())?.unsubscribe();
    throw error;
  }
  localStorage.setItem(chosenKey(), '1');
  return 'on';
}

export async function turnOffDevice(): Promise<DeviceState> {
  await api.notifications.unsubscribe.mutate();
  localStorage.removeItem(chosenKey());
  await forgetDevice();
  return 'off';
}

/**
 * Sends this device's subscription to the server again, because the language, the session or the server's keys may have
 * changed. If that fails, the subscription is sent at the next start of the app. If this member has not switched pushes on, an
 * existing subscription belongs to another member and is cancelled.
 */
export async function refreshDevice(): Promise<void> {
  if (isChosen()) await subscribe();
  else if (await findSubscription()) await forgetDevice();
}

/** Closes the system notifications with this tag, or without a tag all of them. */
export async function closeNotifications(tag?: string): Promise<void> {
  if (!supported()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = await registration?.getNotifications(tag === undefined ? {} : { tag });
  for (const each of shown ?? []) each.close();
}

/** Cancels the push subscription, closes notifications, and removes the number on the app's icon. Called at log-out. */
export async function forgetDevice(): Promise<void> {
  await Promise.allSettled([
    findSubscription().then((subscription) => subscription?.unsubscribe()),
    closeNotifications(),
    navigator.clearAppBadge?.(),
  ]);
}
