import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../startError.ts';
import type { PostgresLocation } from './location.ts';
import { cleanEnv } from './programs.ts';

const readyWithin = 30_000;
const logAtMost = 5_000_000;

/** Server settings for a small machine whose memory is shared with other processes. */
const smallMachine = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '96MB',
  max_connections: '100',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  jit: 'off',
  random_page_cost: '1.1',
  max_wal_size: '512MB',
  log_min_messages: 'warning',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

export type ServerSettings = Record<string, string>;

/**
 * Starts a server on `cluster` and waits until it accepts connections. The server logs to `postgres.log` in the folder of
 * `location`.
 */
export async function startServer(
  location: PostgresLocation,
  cluster: string,
  port: number,
  settings: ServerSettings = {},
): Promise<ChildProcess> {
  const logFile = join(location.folder, 'postgres.log');
  const log = openLog(logFile);
  const from = statSync(logFile).size;
  const options = Object.entries({ ...smallMachine, ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(join(location.programs, 'bin', 'postgres'), ['-D', cluster, ...options], {
    ...location.owner,
    cwd: '/',
    // The server gets a process group of its own: Ctrl-C then reaches only the supervisor, which stops the database after the
    // processes that use it.
    detached: true,
    stdio: ['ignore', log, log],
    env: cleanEnv,
  });
  closeSync(log);
  let failure: Error | null = null;
  server.once('error', (error) => {
    failure = error;
  });
  for (const deadline = Date.now() + readyWithin; !isReady(cluster, server.pid); await wait(10)) {
    if (failure || server.exitCode !== null || server.signalCode || Date.now() > deadline) {
      server.kill('SIGQUIT');
      const logLines = readFileSync(logFile, 'utf8').slice(from).trim().split('\n');
      const reason = logLines.find((line) => line.includes('FATAL')) ?? logLines.at(-1);
      throw new StartError(
        `PostgreSQL did not start: ${(failure as Error | null)?.message ?? reason} (more in ${logFile})`,
      );
    }
  }
  return server;
}

// The eighth line of postmaster.pid says whether the server accepts connections, also as a replica.
function isReady(cluster: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && /^(?:ready|standby)$/.test(lines[7]?.trim() ?? '');
  } catch {
    return false;
  }
}

function openLog(file: string): number {
  const log = openSync(file, 'a', 0o640);
  if (statSync(file).size > logAtMost) truncateSync(file);
  return log;
}
