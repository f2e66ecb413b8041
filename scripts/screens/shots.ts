/** The widths of which screenshots are taken by default. `heights` has the viewport's height for these and other widths. */
export const widths = [390, 820, 1440];
export const heights: Record<number, number> = { 390: 844, 820: 1180, 1280: 800, 1440: 900, 1920: 1080 };
export const themes = ['light', 'dark'] as const;
/** The languages, each with a member of the demo community who speaks it. */
export const languages = {
  en: { locale: 'en-GB', member: 'nora.field' },
  es: { locale: 'es-ES', member: 'lucia.mar' },
  pl: { locale: 'pl-PL', member: 'marta_w' },
} as const;
export type Language = keyof typeof languages;

export interface Shot {
  screen: string;
  width: number;
  theme: 'light' | 'dark';
  language: Language;
}

export const fileOf = ({ screen, width, theme, language }: Shot): string =>
  `${screen.replaceAll(' ', '-')}-${width}-${theme}-${language}.png`;
