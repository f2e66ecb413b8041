export type Theme = 'light' | 'dark';

export const themeKey = 'kith.theme';

const stored = (): string | null => {
  try {
    return localStorage.getItem(themeKey);
  } catch {
    return null;
  }
};

/** Returns the theme that the member has chosen, or null if the theme follows the system. */
export const chosenTheme = (): Theme | null => {
  const theme = stored();
  if (theme === null) return null;
  return theme === 'dark' ? 'dark' : 'light';
};

export const systemTheme = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

export const themeOf = (system: { matches: boolean }): Theme => (system.matches ? 'dark' : 'light');

/** Shows a theme. start/main.ts shows the first one, when the page loads. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Changes the theme when the system's theme changes, unless the member has chosen one. */
export function followSystemTheme(): void {
  systemTheme().addEventListener('change', (event) => {
    if (!chosenTheme()) showTheme(themeOf(event));
  });
}
