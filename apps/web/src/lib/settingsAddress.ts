import type { Popup } from './popupSearch.ts';

/** Maps settings popups to their names in the address, where these differ from the names in the code. */
const namesInAddress: Partial<Record<Popup, string>> = { 'edit-profile': 'profile' };
const notSettings: readonly Popup[] = ['compose', 'friends', 'followers', 'following'];

/** Returns the address shown while a settings popup is open, such as `/settings/privacy`, or undefined for other popups. */
export function settingsAddress(popup: Popup | undefined) {
  if (!popup || notSettings.includes(popup)) return undefined;
  const name = popup === 'settings' ? undefined : (namesInAddress[popup] ?? popup);
  return { to: '/settings/{-$name}', params: { name } } as const;
}

/** Returns the popup that an address such as `/settings/privacy` opens. */
export const popupNamed = (name = 'settings'): string =>
  Object.entries(namesInAddress).find(([, each]) => each === name)?.[0] ?? name;
