import type { Popup } from './popupSearch.ts';

/** Maps settings popups to their names in the address, where these differ from the names in the code. */
const namesInAddress: Partial<Record<Popup, string>> = {
  settings: '',
  'edit-profile': 'profile',
  alerts: 'notifications',
};
const notSettings: readonly Popup[] = ['compose', 'friends', 'followers', 'following'];

/** Returns the address shown while a settings popup is open, such as `/settings/privacy`, or undefined for other popups. */
export function settingsAddress(popup: Popup | undefined): string | undefined {
  if (!popup || notSettings.includes(popup)) return undefined;
  return `/settings/${namesInAddress[popup] ?? popup}`.replace(/\/$/, '');
}

/** Returns the settings popup that an address such as `/settings/privacy` opens, or undefined for other addresses. */
export function popupOfAddress(path: string): string | undefined {
  const entry = /^\/settings(?:\/([\w-]+))?\/?$/.exec(path);
  if (!entry) return undefined;
  return Object.entries(namesInAddress).find(([, name]) => name === (entry[1] ?? ''))?.[0] ?? entry[1];
}
