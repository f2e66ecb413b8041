import { type Problem, pick, type Sources } from './sources.ts';

type Texts = Map<string, string>;

const plural = /_(zero|one|two|few|many|other)$/;

/** Checks that the translations in a folder have the same keys and placeholders, and every plural form of their language. */
export const checkTranslations = (sources: Sources): Problem[] =>
  ['apps/web', 'packages/domain'].flatMap((workspace) => {
    const english = sources.get(`${workspace}/src/i18n/en.json`);
    return english === undefined
      ? []
      : pick(sources, new RegExp(`^${workspace}/src/i18n/[a-z]{2}\\.json$`)).flatMap(([path, source]) =>
          compare(path.slice(-7, -5), textsOf(english), textsOf(source)).map((problem) => `${path} ${problem}`),
        );
  });

function compare(language: string, english: Texts, texts: Texts): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const counted = new Set([...texts.keys()].filter((key) => plural.test(key)).map(stemOf));
  const [has, should] = [texts, english].map((each) => new Set([...each.keys()].map(stemOf)));
  return [
    ...[...(should?.difference(has ?? should) ?? [])].map((key) => `lacks ${key}`),
    ...[...(has?.difference(should ?? has) ?? [])].map((key) => `has ${key}, which en.json has not`),
    ...[...counted].flatMap((key) =>
      forms.filter((form) => !texts.has(`${key}_${form}`)).map((form) => `lacks the plural form ${key}_${form}`),
    ),
    ...[...texts].flatMap(([key, text]) => {
      if (text.trim() === '') return [`has nothing at ${key}`];
      // A line of Polish does not end with a one-letter word: a no-break space follows it.
      if (language === 'pl' && /(?<![\p{L}\p{N}])[aiouwz] /iu.test(text))
        return [`may end a line with a one-letter word at ${key}`];
      const model = english.get(key) ?? english.get(`${stemOf(key)}_other`) ?? text;
      return placeholders(text) === placeholders(model) ? [] : [`differs from en.json in its placeholders at ${key}`];
    }),
  ];
}

const stemOf = (key: string): string => key.replace(plural, '');

const textsOf = (json: string): Texts => new Map(flatten(JSON.parse(json)));

const flatten = (value: object, prefix = ''): [string, string][] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [[prefix + key, inner] as [string, string]] : flatten(inner, `${prefix}${key}.`),
  );

/** Returns the placeholders and tags of a text. A plural form may omit {{count}}, as in "one like". */
const placeholders = (text: string): string =>
  [...new Set(text.match(/\{\{\s*[\w-]+|<\/?\w+/g))]
    .map((each) => each.replace(/\s/g, ''))
    .filter((each) => each !== '{{count')
    .sort()
    .join(' ');
