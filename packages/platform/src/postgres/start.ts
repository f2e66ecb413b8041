import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { claimDataDir, writeMarker } from '../dataDir/claim.ts';
import { lockFolder } from '../dataDir/lock.ts';
import { freePort } from '../freePort.ts';
import { databaseUser, prepareCluster } from './cluster.ts';
import { stopLeftoverServer } from './leftover.ts';
import { chooseLocation } from './location.ts';
import { type ServerSettings, startServer } from './server.ts';
import { upgradeCluster } from './upgrade.ts';

/** A running embedded PostgreSQL. */
export interface RunningPostgres {
  /** The URL of the database, including the password. */
  url: string;
  /** A note for the operator about the location and the user of PostgreSQL, or null. */
  note: string | null;
  pid: number;
  /** Settles when the server exits for any reason. */
  ended: Promise<void>;
  /**
   * Stops the server by a fast shutdown: sessions are ended, and everything is written. Resolves when the process has exited.
   */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** The absolute path of DATA_DIR. */
  dataDir: string;
  /** The port; by default any free one. */
  port?: number;
  /** Server settings that override the default ones. */
  settings?: ServerSettings;
}

const attempts = 5;
const stopWithin = 2000;

/**
 * Starts the embedded PostgreSQL of DATA_DIR. Creates its database on the first start, and stops a server that a killed start
 * left running.
 * @throws StartError with one line that says what to do
 */
export async function startPostgres({ dataDir, port, settings }: PostgresOptions): Promise<RunningPostgres> {
  const marker = claimDataDir(dataDir);
  const location = chooseLocation(dataDir, marker);
  const unlock = lockFolder(location.folder);
  try {
    const moved = await upgradeCluster(location);
    const { cluster, password } = prepareCluster(location);
    if (!marker.database) writeMarker(dataDir, { ...marker, database: location.at });
    await stopLeftoverServer(cluster);
    const { server, usedPort } = await retryStart(async () => {
      const usedPort = port ?? (await freePort());
      return { usedPort, server: await startServer(location, cluster, usedPort, settings) };
    });
    const ended = once(server, 'exit').then(unlock);
    return {
      url: `postgres://${databaseUser}:${password}@127.0.0.1:${usedPort}/postgres`,
      note: [location.note, moved].filter(Boolean).join('; ') || null,
      pid: server.pid as number,
      ended,
      stop: () => stop(server, ended),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

// Retries a start, because the children of a server killed just now may still hold its shared memory or its port.
async function retryStart<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      const passing = /shared memory|in use|lock file/i.test(String(error));
      if (attempt === attempts || !passing) throw error;
      await wait(200 * attempt);
    }
  }
}

async function stop(server: ChildProcess, ended: Promise<void>): Promise<void> {
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGQUIT'), stopWithin);
  await ended;
  clearTimeout(timer);
}
