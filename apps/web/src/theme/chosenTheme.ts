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

export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Without storage, the choice is lost when the page closes.
  }
}

export const systemTheme = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

export const themeOf = (system: { matches: boolean }): Theme => (system.matches ? 'dark' : 'light');
