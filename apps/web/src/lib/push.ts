import { currentLanguage } from '../i18n/index.ts';
import { api } from './api.ts';
import { memberKey } from './member.ts';

/** Whether this device is told of what is new while Kith is closed; `install` is an iPhone's, where only the installed app is. */
export type DeviceState = 'unsupported' | 'install' | 'off' | 'on' | 'blocked';

const supported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** An iPad says it is a Mac, one with a screen to touch. */
const isApplePhone = (): boolean =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const known = async (): Promise<PushSubscription | null> => {
  if (!supported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

const chosen = () => memberKey('push');

/** The choice is a member's: log-out clears it with all else of theirs, even where the browser cannot give its subscription up. */
const isChosen = (): boolean => {
  try {
    return localStorage.getItem(chosen()) !== null;
  } catch {
    return false;
  }
};

export async function readDevice(): Promise<DeviceState> {
  if (!supported()) return isApplePhone() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isChosen() && (await known()) ? 'on' : 'off';
}

const encoded = (key: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Has the browser's push service take what this server sends, and tells the server where that is. */
async function subscribe(): Promise<void> {
  if (!(await navigator.serviceWorker.getRegistration())) await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await api.notifications.pushKey.query();
  let subscription = await pushManager.getSubscription();
  const of = subscription?.options.applicationServerKey;
  if (subscription && of && encoded(of) !== key) {
    // The server has other keys since.
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

/** Asks the browser's own question first, as it wants to be asked within a tap. Throws when it cannot be done. */
export async function turnOnDevice(): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  try {
    await subscribe();
  } catch (error) {
    // The server does not know of it, so the switch stays off.
    await (await known())?.unsubscribe();
    throw error;
  }
  localStorage.setItem(chosen(), '1');
  return 'on';
}

export async function turnOffDevice(): Promise<DeviceState> {
  await api.notifications.unsubscribe.mutate();
  localStorage.removeItem(chosen());
  await forgetDevice();
  return 'off';
}

/**
 * Brings the server up to date of a device that is on: its language, its session, the server's keys may be others now. When
 * that fails the subscription stays, and the next start tries anew. What somebody else has left is given up.
 */
export async function refreshDevice(): Promise<void> {
  if (isChosen()) await subscribe();
  else if (await known()) await forgetDevice();
}

/** Closes what the system still shows, all of it or what is under one tag. */
export async function closeShown(tag?: string): Promise<void> {
  if (!supported()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = await registration?.getNotifications(tag === undefined ? {} : { tag });
  for (const each of shown ?? []) each.close();
}

/** At log-out nothing comes any more, nothing stays on the screen, and the icon has no number. */
export async function forgetDevice(): Promise<void> {
  await Promise.allSettled([
    known().then((subscription) => subscription?.unsubscribe()),
    closeShown(),
    navigator.clearAppBadge?.(),
  ]);
}
