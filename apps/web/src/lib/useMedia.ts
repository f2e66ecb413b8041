import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Where the tab bar stands in place of the side menu, as on phones. */
export const narrowScreen = '(width < 43.75rem)';
export const wideScreen = '(min-width: 75rem)';
