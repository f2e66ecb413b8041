import type { Language } from './index.ts';

/** Each language by its own name, whatever language the page is in. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español', pl: 'Polski' };
