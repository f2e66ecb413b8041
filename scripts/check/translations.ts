import { type Problem, pick, type Sources } from './sources.ts';

type Texts = Map<string, string>;

const plural = /_(zero|one|two|few|many|other)$/;

/** Checks that the translations in a folder have the same keys and placeholders, and every plural form of their language. */
export const checkTranslations = (sources: Sources): Problem[] =>
  [/^apps\/web\/src\/i18n\/[a-z]{2}\.json$/, /^packages\/domain\/src\/i18n\/[a-z]{2}\.json$/].flatMap((folder) =>
    checkFolder(sources, folder),
  );

function checkFolder(sources: Sources, folder: RegExp): Problem[] {
  const files = pick(sources, folder).map(([path, source]) => ({
    path,
    language: path.slice(-7, -5),
    texts: flatten(JSON.parse(source)),
  }));
  const english = files.find(({ language }) => language === 'en');
  if (!english) return files.map(({ path }) => `${path} has no en.json beside it`);
  return files.flatMap(({ path, language, texts }) => [
    ...compareKeys(english.texts, texts).map((problem) => `${path} ${problem}`),
    ...checkPlurals(language, texts).map((problem) => `${path} ${problem}`),
    ...comparePlaceholders(english.texts, texts).map((problem) => `${path} ${problem}`),
    ...(language === 'pl'
      ? looseWords(texts).map((key) => `${path} may end a line with a one-letter word at ${key}`)
      : []),
  ]);
}

function flatten(value: unknown, prefix = '', into: Texts = new Map()): Texts {
  for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
    if (typeof inner === 'string') into.set(prefix + key, inner);
    else flatten(inner, `${prefix}${key}.`, into);
  }
  return into;
}

const stems = (texts: Texts) => new Set([...texts.keys()].map((key) => key.replace(plural, '')));
const missing = (from: ReadonlySet<string>, of: ReadonlySet<string>) => [...of].filter((key) => !from.has(key));

const compareKeys = (english: Texts, texts: Texts): string[] => [
  ...missing(stems(texts), stems(english)).map((key) => `lacks ${key}`),
  ...missing(stems(english), stems(texts)).map((key) => `has ${key}, which en.json has not`),
  ...[...texts].filter(([, text]) => text.trim() === '').map(([key]) => `has nothing at ${key}`),
];

function checkPlurals(language: string, texts: Texts): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const counted = new Set([...texts.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, '')));
  return [...counted].flatMap((key) =>
    forms.filter((form) => !texts.has(`${key}_${form}`)).map((form) => `lacks the plural form ${key}_${form}`),
  );
}

/** Finds texts whose placeholders or tags differ from the English text. A plural form may omit {{count}}, as in "one like". */
function comparePlaceholders(english: Texts, texts: Texts): string[] {
  return [...texts].flatMap(([key, text]) => {
    const model = english.get(key) ?? english.get(key.replace(plural, '_other'));
    const [has, should] = [placeholders(text), placeholders(model ?? text)];
    return has === should ? [] : [`has ${has || 'no placeholder'} at ${key}, en.json has ${should || 'none'}`];
  });
}

const placeholders = (text: string) =>
  [...new Set(text.match(/\{\{\s*[\w-]+|<\/?[\w]+/g) ?? [])]
    .map((each) => each.replace(/\s/g, ''))
    .filter((each) => each !== '{{count')
    .sort()
    .join(' ');

/** Returns the keys of Polish texts in which a one-letter word could end a line, because no no-break space follows the word. */
const looseWords = (texts: Texts): string[] =>
  [...texts].filter(([, text]) => /(?<![\p{L}\p{N}])[aiouwz] /iu.test(text)).map(([key]) => key);
