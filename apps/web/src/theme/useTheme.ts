import { useSyncExternalStore } from 'react';
import { showTheme, type Theme, themeKey } from './chosenTheme.ts';

/** Shows a theme, and stores it as the member's choice. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Without storage, the choice is lost when the page closes.
  }
  showTheme(theme);
}

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);
