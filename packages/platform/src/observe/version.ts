import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');
const textOf = (...path: string[]): string => readFileSync(resolve(root, ...path), 'utf8').trim();

/** The running commit: from the image's file COMMIT, or from the git clone; null if neither exists. */
function commit(): string | null {
  try {
    return textOf('COMMIT') || null;
  } catch {
    return commitOfClone();
  }
}

function commitOfClone(): string | null {
  try {
    // In a linked git worktree .git is a file that names its folder.
    const pointed = statSync(resolve(root, '.git')).isFile() ? textOf('.git').replace(/^gitdir: /, '') : '.git';
    const head = textOf(pointed, 'HEAD');
    if (!head.startsWith('ref: ')) return head;
    const name = head.slice('ref: '.length);
    const shared = existsSync(resolve(root, pointed, 'commondir'))
      ? resolve(root, pointed, textOf(pointed, 'commondir'))
      : pointed;
    if (existsSync(resolve(root, shared, name))) return textOf(shared, name);
    return new RegExp(`^([0-9a-f]+) ${RegExp.escape(name)}$`, 'm').exec(textOf(shared, 'packed-refs'))?.[1] ?? null;
  } catch {
    return null;
  }
}

const runningCommit = commit();

/** The version in the root package.json with the commit: `1.0.0+1a2b3c4d5e6f`. */
export const kithVersion: string =
  JSON.parse(textOf('package.json')).version + (runningCommit ? `+${runningCommit.slice(0, 12)}` : '');
