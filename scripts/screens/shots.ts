/** The widths that are taken unless others are named, and a height for each. */
export const widths = [390, 820, 1440] as const;
export const heights: Record<number, number> = {
  360: 780,
  390: 844,
  820: 1180,
  1280: 800,
  1440: 900,
  1920: 1080,
  2560: 1300,
};
export const themes = ['light', 'dark'] as const;
/** Each language with its member of the demo community. */
export const languages = {
  en: { locale: 'en-GB', member: 'nora.field' },
  es: { locale: 'es-ES', member: 'lucia.mar' },
  pl: { locale: 'pl-PL', member: 'marta_w' },
} as const;
export type Language = keyof typeof languages;

export interface Shot {
  screen: string;
  width: number;
  theme: string;
  language: Language;
}

export const fileOf = ({ screen, width, theme, language }: Shot): string =>
  `${screen.replaceAll(' ', '-')}-${width}-${theme}-${language}.png`;
