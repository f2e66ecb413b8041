import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { serverBrand } from '../lib/serverBrand.ts';
import { detectLanguage, languageInAddress, storeLanguage } from './detect.ts';

/** The name of each language in that language itself. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español', pl: 'Polski' };

export const languages = ['en', 'es', 'pl'] as const;
export type Language = (typeof languages)[number];

const files = import.meta.glob<string>('./*.json', { query: '?url', import: 'default', eager: true });

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const response = await fetch(files[`./${language}.json`] as string);
  i18next.addResourceBundle(language, 'translation', await response.json());
}

export const currentLanguage = (): Language => i18next.language as Language;

function settle(): void {
  document.documentElement.lang = currentLanguage();
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Keeps a name or text with letters from right to left from changing the direction of the sentence around it. */
const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/**
 * Starts in the language that the reader has chosen or, without a choice, in the browser's language. Loads only the translations
 * of that language. The English translations are loaded too if a translation is missing.
 */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    // React components render again when translations are added.
    react: { useSuspense: false, bindI18nStore: 'added' },
    lng: detectLanguage(languages, 'en'),
    resources: {},
    supportedLngs: languages,
    fallbackLng: 'en',
    interpolation: { escape: isolate, defaultVariables: { server: serverBrand().name } },
    saveMissing: true,
    missingKeyHandler: () => void load('en'),
  });
  await load(currentLanguage()).catch(() => load('en'));
  settle();
  if (languageInAddress()) storeLanguage(currentLanguage());
  i18next.on('languageChanged', settle);
}

export async function changeLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  storeLanguage(language);
}
