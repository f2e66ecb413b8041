import { detectLanguage, keepLanguage } from './detect.ts';
import { addWords, hasWords, speak, language as spoken } from './translator.ts';

/** Each language by its own name, whatever the page's language. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español', pl: 'Polski' };

export const languages = ['en', 'es', 'pl'] as const;
export type Language = (typeof languages)[number];

const files = import.meta.glob<string>('./*.json', { query: '?url', import: 'default', eager: true });

async function load(language: Language): Promise<void> {
  if (hasWords(language)) return;
  const response = await fetch(files[`./${language}.json`] as string);
  addWords(language, await response.json());
}

export const currentLanguage = (): Language => spoken() as Language;

let asked = false;

/** Fetched when a text is missing in the current language. */
function loadEnglish(): void {
  if (asked) return;
  asked = true;
  void load('en').catch(() => {
    asked = false;
  });
}

function use(language: Language): void {
  speak(language, 'en', loadEnglish);
  document.documentElement.lang = language;
  keepLanguage(language);
}

/** Only the current language is loaded; English follows if a key is missing in it. */
export async function startI18n(): Promise<void> {
  const language = detectLanguage(languages, 'en');
  await load(language).catch(() => load('en'));
  use(language);
}

export async function changeLanguage(language: Language): Promise<void> {
  await load(language);
  use(language);
}
