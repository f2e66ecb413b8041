import { globSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** Text files by their path from the repository's root, with forward slashes. Tests add entries with planted faults. */
export type Sources = ReadonlyMap<string, string>;

/** A finding of a check, in a line that starts with the file. */
export type Problem = string;

export type Check = (sources: Sources) => Problem[];

const text = /(\.(ts|tsx|mjs|cjs|js|css|html|json|jsonc|sql|md|yml|yaml|svg)|\/Dockerfile|\/\.env\.example|\/run)$/;
/** Ignored folders by name, at any depth, as in .gitignore. */
const made = new Set(['node_modules', 'dist', '.git', '.turbo', '.cache', 'data', 'coverage']);

/** The same at the top level only; deeper folders may have such names. */
const madeAtTop = /^(screens|bench-results)\//;

/** Reads every text file that is, or would be, in the repository. */
export function readSources(root: string): Sources {
  const paths = globSync(['**/*', '.ci/run', '.env.example'], {
    cwd: root,
    exclude: (path) => made.has(basename(path)),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => text.test(`/${path}`) && path !== 'package-lock.json' && !madeAtTop.test(path))
    .filter((path) => statSync(`${root}/${path}`).isFile());
  return new Map(paths.sort().map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]));
}

/** The sources whose path matches. */
export const pick = (sources: Sources, pattern: RegExp) => [...sources].filter(([path]) => pattern.test(path));

export const isTest = (path: string) => /\.test\.tsx?$|^e2e\/|\/testing\//.test(path);

/** The line number of an offset. */
export const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length;
