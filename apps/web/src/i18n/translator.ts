import { useMemo, useSyncExternalStore } from 'react';

/*
 * What the app uses of i18next and react-i18next: vite.config.ts puts it in their place, because every first load would fetch 17 kB of
 * theirs. The types are i18next's, and words.test.ts compares what both make of every text.
 */

type Words = { [key: string]: string | Words };
type Values = Record<string, unknown> & { count?: number };
type Translate = (key: string, values?: Values) => string;

const bundles = new Map<string, Words>();
const listeners = new Set<() => void>();
const plurals = new Map<string, Intl.PluralRules>();
let spoken = '';
let fallback = '';
let onMissing: () => void = () => undefined;

const pluralOf = (language: string, count: number): string => {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(count);
};

function textAt(language: string, path: string[]): string | undefined {
  let found: string | Words | undefined = bundles.get(language);
  for (const part of path) found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

function find(language: string, key: string, count: number | undefined): string | undefined {
  const path = key.split('.');
  if (count === undefined) return textAt(language, path);
  const last = path.pop();
  const forms = [...(count === 0 ? ['_zero'] : []), `_${pluralOf(language, count)}`, ''];
  for (const form of forms) {
    const text = textAt(language, [...path, last + form]);
    if (text !== undefined) return text;
  }
}

const fill = (text: string, values: Values): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''));

const translate: Translate = (key, values = {}) => {
  const text = find(spoken, key, values.count);
  if (text !== undefined) return fill(text, values);
  onMissing();
  return fill(find(fallback, key, values.count) ?? key, values);
};

// A new function for each language and set of words, so that what is remembered by it is made anew.
let current: Translate = translate;
const changed = (): void => {
  current = (key, values) => translate(key, values);
  for (const listener of listeners) listener();
};

export const t: Translate = (key, values) => translate(key, values);
export const exists = (key: string): boolean =>
  (find(spoken, key, undefined) ?? find(fallback, key, undefined)) !== undefined;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useTranslation(): { t: Translate } {
  const now = useSyncExternalStore(subscribe, () => current);
  return useMemo(() => ({ t: now }), [now]);
}

export const language = (): string => spoken;
export const hasWords = (of: string): boolean => bundles.has(of);

export function addWords(of: string, words: Words): void {
  bundles.set(of, words);
  if (of === spoken || of === fallback) changed();
}

/** `missing` is called for each text that the language does not have; it is shown in the language `instead`. */
export function speak(next: string, instead: string, missing: () => void): void {
  spoken = next;
  fallback = instead;
  onMissing = missing;
  changed();
}
