import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimDataDir, startPostgres } from '@kith/platform/postgres';
import { root } from '../lib/bootstrap.mjs';
import { runScript } from '../lib/runScript.ts';
import type { Cast, Sizes } from './fill.ts';
import { type ApiServer, startApi } from './server.ts';

/** An api process that runs the code of a checkout on a filled database of its own. */
export interface Side {
  api: ApiServer;
  cast: Cast;
  /** The sizes of the database, which an earlier run may have filled with other sizes than requested now. */
  sizes: Sizes;
  filledAt: string;
  env: NodeJS.ProcessEnv & { DATABASE_URL: string; DATA_DIR: string };
  postmaster: number;
  stop(): Promise<void>;
}

/** Fills the database in `folder` with the checkout's own scripts, unless an earlier run did, and starts the checkout's api. */
export async function openSide(checkout: string, folder: string, sizes: Sizes, profiles?: string): Promise<Side> {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  claimDataDir(folder);
  const postgres = await startPostgres({ dataDir: folder });
  try {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      ALLOW_DEV_MAIL: 'on',
      GOOGLE_SIGN_IN: 'off',
      RATE_LIMIT: 'off',
      ALLOW_RATE_LIMIT_OFF: 'on',
      LOG_LEVEL: 'error',
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
    };
    const castFile = join(folder, 'bench-cast.json');
    const script = 'scripts/bench/fillDatabase.ts';
    if (checkout !== root) copyFileSync(join(root, script), join(checkout, script));
    const code = await runScript(join(checkout, script), [JSON.stringify(sizes), castFile], { cwd: checkout, env });
    if (code !== 0) throw new Error(`${checkout} could not fill its database`);
    const api = await startApi(checkout, env, profiles);
    const stop = async () => {
      await api.stop();
      await postgres.stop();
    };
    return { api, env, postmaster: postgres.pid, stop, ...JSON.parse(readFileSync(castFile, 'utf8')) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Creates a git worktree of a commit in `folder`. If the lockfile is the same, hard-links the installed packages into it. */
export function checkOut(commit: string, folder: string): string {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  if (!existsSync(folder)) git('worktree', 'add', '--detach', folder, commit);
  const sameLock = readFileSync(join(folder, 'package-lock.json')).equals(
    readFileSync(join(root, 'package-lock.json')),
  );
  const link = (path: string) => spawnSync('cp', ['-al', join(root, path), join(folder, path)]).status === 0;
  // Hard links fail across file systems; then npm installs the packages.
  const installed = globSync(['node_modules', '{apps,packages,examples}/*/node_modules'], { cwd: root });
  const linked = sameLock && installed.every(link);
  if (!linked) execFileSync('npm', ['ci', '--include=dev'], { cwd: folder, stdio: 'inherit' });
  execFileSync(process.execPath, ['scripts/test/build.mjs', 'api'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

export const removeCheckout = (folder: string): void => {
  execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
};
