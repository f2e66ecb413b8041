import { isTest, type Problem, pick, type Sources } from './sources.ts';

const longest = 300;

/** Finds source files with more than 300 lines. Tests, migrations and generated files may be longer. */
export function checkLengths(sources: Sources): Problem[] {
  return pick(sources, /\.(ts|tsx|mjs|css|sql)$/)
    .filter(([path]) => !isTest(path) && !/\/migrations\/|\.gen\./.test(path))
    .map(([path, source]) => ({ path, lines: source.split('\n').length - 1 }))
    .filter(({ lines }) => lines > longest)
    .map(({ path, lines }) => `${path} has ${lines} lines, ${longest} is the most: split it by what it does`);
}

/** Forbidden texts, each with what it is and, if there is one, the file that may contain it. */
const words: [RegExp, string, string?][] = [
  [/(?:^|[^\w.])\/(?:work|farm|Users)\//, 'a path of one machine'],
  [/\bregistry\.npmjs\.org|\bregistry\.npmmirror\.com/, 'a registry host'],
  [/\b(?:TO)DO\b|\bFIX(?:ME)\b|\bXX(?:X)\b/, 'unfinished work: finish it or open an issue'],
  [/\b(?:it|test|describe)\.only\b/, 'an exclusive test'],
  [/\.[_]def\b/, "a private field of tRPC's", 'packages/trpc/src/index.ts'],
];
const excluded = /\b(?:it|test|describe)\.(?:skip|todo)\b/;

/** Finds forbidden texts, and skipped tests without a comment that says why. */
export function checkWords(sources: Sources): Problem[] {
  return [...sources].flatMap(([path, source]) => {
    const lines = source.split('\n');
    return lines.flatMap((line, index) => {
      const hit = words.find(([pattern, , except]) => path !== except && pattern.test(line));
      if (hit) return [`${path}:${index + 1} holds ${hit[1]}: ${line.trim().slice(0, 120)}`];
      const reasoned = line.includes('// ') || lines[index - 1]?.trim().startsWith('//');
      return excluded.test(line) && !reasoned
        ? [`${path}:${index + 1} leaves a test out without its reason in a comment`]
        : [];
    });
  });
}
