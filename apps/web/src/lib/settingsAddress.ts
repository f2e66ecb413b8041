import type { Popup } from './popupSearch.ts';

/** Settings whose address differs from the name of their popup. */
const others: Partial<Record<Popup, string>> = { settings: '', 'edit-profile': 'profile', alerts: 'notifications' };
const elsewhere: readonly Popup[] = ['compose', 'friends', 'followers', 'following'];

/** The address that is shown while an entry of the settings is open, such as `/settings/privacy`; none for other popups. */
export function settingsAddress(popup: Popup | undefined): string | undefined {
  if (!popup || elsewhere.includes(popup)) return undefined;
  return `/settings/${others[popup] ?? popup}`.replace(/\/$/, '');
}

/** The popup of such an address, in the search of the account screen. */
export function popupOfAddress(path: string): string | undefined {
  const entry = /^\/settings(?:\/([\w-]+))?\/?$/.exec(path);
  if (!entry) return undefined;
  return Object.entries(others).find(([, name]) => name === (entry[1] ?? ''))?.[0] ?? entry[1];
}
