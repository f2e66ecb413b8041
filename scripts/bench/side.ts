import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimDataDir, freePort, startPostgres } from '@kith/platform/postgres';
import { root } from '../lib/bootstrap.mjs';
import { runScript } from '../lib/runScript.ts';
import type { Cast, Sizes } from './fill.ts';

/** A process whose CPU time is measured. */
export interface Measured {
  pid: number;
  /** Sends the process a message, and waits for the response. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

/** An api process that runs the code of a checkout on a filled database of its own. */
export interface Side {
  api: Measured & { origin: string };
  cast: Cast;
  /** The sizes of the database, which an earlier run may have filled with other sizes than requested now. */
  sizes: Sizes;
  filledAt: string;
  env: NodeJS.ProcessEnv & { DATABASE_URL: string };
  postmaster: number;
  stop(): Promise<void>;
}

/** Starts a script, and waits for its first message, which says that it is ready. */
export async function startProcess(script: string, env: NodeJS.ProcessEnv, execArgv: string[] = []): Promise<Measured> {
  const child = fork(script, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`)));
  failed.catch(() => {});
  const answer = async () => (await Promise.race([once(child, 'message'), failed]))[0];
  await answer();
  return {
    pid: child.pid as number,
    async ask<T>(message: object) {
      child.send(message);
      return (await answer()) as T;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts an api process of a checkout, with the Node options and variables of that checkout. */
export async function startApi(checkout: string, env: NodeJS.ProcessEnv): Promise<Side['api']> {
  const port = await freePort();
  const { apiOptions, frugal } = await import(join(checkout, 'scripts/start/child.ts'));
  const settings = { ...frugal, ...env, PORT: String(port) };
  const server = await startProcess(join(checkout, 'apps/api/dist/server.js'), settings, apiOptions);
  return { ...server, origin: `http://127.0.0.1:${port}` };
}

/** Until the database is filled, a crash of the machine may destroy it. */
const whileFilling = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
  work_mem: '256MB',
};

/** Migrates the database in `folder` and, unless an earlier run did, fills it with the checkout's own script; starts its api. */
export async function openSide(checkout: string, folder: string, sizes: Sizes): Promise<Side> {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  claimDataDir(folder);
  const castFile = join(folder, 'bench-cast.json');
  const settings = {
    ...process.env,
    NODE_ENV: 'production',
    ALLOW_DEV_MAIL: 'on',
    GOOGLE_SIGN_IN: 'off',
    RATE_LIMIT: 'off',
    ALLOW_RATE_LIMIT_OFF: 'on',
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
  };
  const filling = await startPostgres({ dataDir: folder, settings: whileFilling });
  const script = join(checkout, 'scripts/bench/fillDatabase.ts');
  const asFiller = { ...settings, DATABASE_URL: filling.url };
  const code = await runScript(script, [JSON.stringify(sizes), castFile], { cwd: checkout, env: asFiller });
  await filling.stop();
  if (code !== 0) throw new Error(`${checkout} could not fill its database`);
  const postgres = await startPostgres({ dataDir: folder });
  try {
    const env = { ...settings, DATABASE_URL: postgres.url };
    const api = await startApi(checkout, env);
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

/** Creates a git worktree of a commit in `folder`, installs its packages and builds its api, unless an earlier run did. */
export function checkOut(commit: string, folder: string): string {
  const run = (program: string, cwd: string, ...args: string[]) =>
    execFileSync(program, args, { cwd, stdio: 'inherit' });
  if (!existsSync(folder)) run('git', root, 'worktree', 'add', '--detach', folder, commit);
  if (!existsSync(join(folder, 'node_modules')))
    run('npm', folder, 'ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund');
  run(process.execPath, folder, 'scripts/test/build.mjs', 'api');
  return folder;
}

export const removeCheckout = (folder: string): void => {
  execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
};
