import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const key = 'kith.theme';
const listeners = new Set<() => void>();

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

const chosen = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Follows the system until somebody chooses; build/start.js does the same before the first paint. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    if (!chosen()) show(event.matches ? 'dark' : 'light');
  });
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A browser without storage still changes for this visit.
  }
  show(theme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);
