import { describe, expect, it } from 'vitest';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import { translate } from './translate.ts';

type Texts = { [key: string]: string | Texts };

const leaves = (texts: Texts, above = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[above + key, value] as [string, string]] : leaves(value, `${above}${key}.`),
  );

const plural = /_(one|few|many|other)$/;
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
/** The placeholders of each key; of the plural forms, those of the form for many. */
const described = (texts: Texts) =>
  new Map(leaves(texts).map(([key, text]) => [key.replace(plural, ''), placeholders(text)]));

describe('the texts of mails, pushes and exports', () => {
  it.each([
    ['es', es],
    ['pl', pl],
  ])('in %s have the keys and placeholders of the English ones', (_language, texts) => {
    expect(described(texts)).toEqual(described(en));
  });

  it.each(Object.entries({ en, es, pl }))('in %s have every plural form that the language has', (language, texts) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    // Spanish has `many` for whole millions, which no count reaches.
    const needed = pluralCategories.filter((form) => language !== 'es' || form !== 'many');
    const keys = leaves(texts).map(([key]) => key);
    const forms = new Set(keys.filter((key) => plural.test(key)).map((key) => key.replace(plural, '')));
    expect(forms.size).toBeGreaterThan(5);
    for (const key of forms) for (const form of needed) expect(keys).toContain(`${key}_${form}`);
  });

  it('contain values as they are', () => {
    const other = '{{name}} $t(push.request) $& <b>';
    expect(translate('en', 'push.groupMention', { name: 'ann', other })).toBe(`${other}: ann mentioned you`);
  });
});
