import { currentLanguage } from '../i18n/index.ts';
import { api } from './api.ts';
import { memberKey } from './member.ts';

/** Whether this device receives pushes. `install` is for iPhones, which show pushes only for an installed app. */
export type DeviceState = 'unsupported' | 'install' | 'off' | 'on' | 'blocked';

const supported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** An iPad identifies itself as a Mac; unlike a Mac it has a touch screen. */
const isApplePhone = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const findSubscription = async (): Promise<PushSubscription | null> => {
  if (!supported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

const chosenKey = () => memberKey('push');

/** Whether this member has switched pushes on here. Log-out deletes this, even if the browser cannot cancel its subscription. */
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

/** Subscribes at the browser's push service, and sends the subscription to the server. */
async function subscribe(): Promise<void> {
  if (!(await navigator.serviceWorker.getRegistration())) await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await api.notifications.pushKey.query();
  let subscription = await pushManager.getSubscription();
  const currentKey = subscription?.options.applicationServerKey;
  if (subscription && currentKey && encoded(currentKey) !== key) {
    // The server's key has changed.
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

/** Asks for the browser's permission, which must happen within a tap, and subscribes. Throws if subscribing fails. */
export async function turnOnDevice(): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  try {
    await subscribe();
  } catch (error) {
    // The server does not know the subscription, so it is cancelled and the switch stays off.
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
 * Sends this device's subscription to the server again, because its language, its session or the server's keys may have changed.
 * If that fails, the subscription stays and the next start retries. A subscription of another member is cancelled.
 */
export async function refreshDevice(): Promise<void> {
  if (isChosen()) await subscribe();
  else if (await findSubscription()) await forgetDevice();
}

/** Closes system notifications, all of them or those with one tag. */
export async function closeNotifications(tag?: string): Promise<void> {
  if (!supported()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = await registration?.getNotifications(tag === undefined ? {} : { tag });
  for (const each of shown ?? []) each.close();
}

/** Ends pushes, closes shown notifications and removes the number on the app's icon. Called at log-out. */
export async function forgetDevice(): Promise<void> {
  await Promise.allSettled([
    findSubscription().then((subscription) => subscription?.unsubscribe()),
    closeNotifications(),
    navigator.clearAppBadge?.(),
  ]);
}
