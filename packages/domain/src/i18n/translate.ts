import { createInstance } from 'i18next';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };

export type Language = 'en' | 'es' | 'pl';

const i18n = createInstance();
void i18n.init({
  fallbackLng: 'en',
  resources: { en: { translation: en }, es: { translation: es }, pl: { translation: pl } },
  interpolation: { escapeValue: false },
});

const t = i18n.t as unknown as (key: string, options: object) => string;

/**
 * The text of a key of the JSON files beside this one: of mails, pushes and the page of an export. Values are inserted as they
 * are, not escaped for HTML; `count` chooses the plural form.
 */
export const translate = (language: Language, key: string, values: Record<string, string | number> = {}): string =>
  t(key, { ...values, lng: language });
