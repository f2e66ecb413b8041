import { useSyncExternalStore } from 'react';
import { chosenTheme, storeTheme, systemTheme, type Theme, themeOf } from './chosenTheme.ts';

const listeners = new Set<() => void>();

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/**
 * Changes the theme when the system's theme changes, unless the member has chosen one. start/main.ts sets the theme when the
 * page loads.
 */
export function followSystemTheme(): void {
  systemTheme().addEventListener('change', (event) => {
    if (!chosenTheme()) show(themeOf(event));
  });
}

export function chooseTheme(theme: Theme): void {
  storeTheme(theme);
  show(theme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);
