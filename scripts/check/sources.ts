import { globSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** Text files by path from the repository's root, with forward slashes. Tests pass files that have a fault on purpose. */
export type Sources = ReadonlyMap<string, string>;

/** A finding of a check: one line of text that starts with the path of the file. */
export type Problem = string;

export type Check = (sources: Sources) => Problem[];

const text = /(\.(ts|tsx|mjs|cjs|js|css|html|json|jsonc|sql|md|yml|yaml|svg)|\/Dockerfile|\/\.env\.example|\/run)$/;
/** Folders with these names are ignored at any depth, as .gitignore does. */
const made = new Set(['node_modules', 'dist', '.git', '.turbo', '.cache', 'data', 'coverage']);

/** Folders with these names are ignored only at the top level. */
const madeAtTop = /^(screens|bench-results)\//;

/** Reads every text file of the checkout except generated and ignored ones, whether it is committed or not. */
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

/** Returns the files whose path matches the pattern. */
export const pick = (sources: Sources, pattern: RegExp) => [...sources].filter(([path]) => pattern.test(path));

export const isTest = (path: string) => /\.test\.tsx?$|^e2e\/|\/testing\//.test(path);

/** Returns the line number, from 1, of a character offset. */
export const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length;
