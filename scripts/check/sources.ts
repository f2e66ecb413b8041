import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Text files by path from the repository's root. Tests pass files that have a fault on purpose. */
export type Sources = ReadonlyMap<string, string>;

/** A finding of a check: one line of text that starts with the path of the file. */
export type Problem = string;

export type Check = (sources: Sources) => Problem[];

const text = /(\.(ts|tsx|mjs|css|html|json|sql|md|yml|svg)|Dockerfile|\.env\.example|\.ci\/\w+)$/;

/** Reads every text file that git tracks or could track. */
export function readSources(root: string): Sources {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const paths = listed.toString().split('\0');
  return new Map(
    paths
      .filter((path) => text.test(path) && path !== 'package-lock.json' && existsSync(join(root, path)))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

/** Returns the files whose path matches the pattern. */
export const pick = (sources: Sources, pattern: RegExp) => [...sources].filter(([path]) => pattern.test(path));

export const isTest = (path: string) => /\.test\.tsx?$|^e2e\/|\/testing\//.test(path);

/** Returns the line number, from 1, of a character offset. */
export const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length;
