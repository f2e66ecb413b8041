import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@kith/db/testing';
import { migratePlatform } from '@kith/platform';
import { freePort } from '@kith/platform/postgres';
import { root } from './bootstrap.mjs';

export interface TestProcesses {
  /** The origins of the server and the worker, without a trailing slash. */
  api: string;
  worker: string;
  /** The settings of both processes. */
  env: Record<string, string>;
  /** The parsed log lines of both processes so far. */
  lines: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** Starts a server and a worker on a new database of the PostgreSQL at `clusterUrl`. */
export async function startTestProcesses(clusterUrl: string, settings: Record<string, string>): Promise<TestProcesses> {
  const database = await createTestDatabase(clusterUrl);
  await migratePlatform(database.url);
  const folder = mkdtempSync(join(tmpdir(), 'kith-processes-'));
  const [port, workerPort] = [await freePort(), await freePort()];
  const env = {
    ENV_FILE: '',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: String(port),
    WORKER_PORT: String(workerPort),
    LOG_LEVEL: 'info',
    ...settings,
  };
  const lines: Record<string, unknown>[] = [];
  const children = [
    await run('apps/api/dist/server.js', env, lines),
    await run('apps/worker/dist/main.js', env, lines),
  ];
  return {
    api: `http://127.0.0.1:${port}`,
    worker: `http://127.0.0.1:${workerPort}`,
    env,
    lines,
    async stop() {
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(script: string, env: Record<string, string>, lines: object[]): Promise<ChildProcess> {
  const child = fork(join(root, script), { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let rest = '';
  child.stdout?.on('data', (chunk) => {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line)));
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} ended with ${code}`);
  });
  ended.catch(() => {});
  await Promise.race([once(child, 'message'), ended]);
  return child;
}
