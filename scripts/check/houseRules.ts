import { isTest, lineAt, type Problem, pick, type Sources } from './sources.ts';

const longest = 300;

/** Finds source files with more than 300 lines. Tests, migrations and generated files may be longer. */
export const checkLengths = (sources: Sources): Problem[] =>
  pick(sources, /\.(ts|tsx|mjs|css|sql)$/)
    .filter(
      ([path, source]) =>
        !isTest(path) && !/\/migrations\/|\.gen\./.test(path) && source.split('\n').length - 1 > longest,
    )
    .map(([path]) => `${path} has more than ${longest} lines: split it by what it does`);

/** Forbidden texts, each with what it is and, if there is one, the file that may contain it. */
const words: [RegExp, string, string?][] = [
  [/(?:^|[^\w.])\/(?:work|farm|Users)\//gm, 'a path of one machine'],
  [/\bregistry\.npmjs\.org|\bregistry\.npmmirror\.com/g, 'a registry host'],
  [/\b(?:TO)DO\b|\bFIX(?:ME)\b|\bXX(?:X)\b/g, 'unfinished work: finish it or open an issue'],
  [/\.[_]def\b/g, "a private field of tRPC's", 'packages/trpc/src/index.ts'],
];

export const checkWords = (sources: Sources): Problem[] =>
  [...sources].flatMap(([path, source]) =>
    words
      .filter(([, , except]) => path !== except)
      .flatMap(([pattern, what]) =>
        [...source.matchAll(pattern)].map(({ index }) => `${path}:${lineAt(source, index)} holds ${what}`),
      ),
  );
