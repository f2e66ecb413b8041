import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';
import { openPool, preparedSession } from './pool.ts';
import { types } from './values.ts';

/** The interval at which the replica's lag is checked, and the tolerated lag, in milliseconds. */
const checkIntervalMs = 100;
const maxLagMs = 1_000;

/** Time-out of a connection to the replica and of its answers, in milliseconds. After that, the primary answers instead. */
const timeoutMs = 1_000;

/** How long a hanging replica may take to close connections, in milliseconds. */
const closeTimeoutMs = 1_000;

/** A streaming replica for reading lists. */
export interface Replica {
  /** The primary database, except that lists are read from the replica while the replica is up to date. */
  database: Database;
  /** The number of lists read from the replica since the start. */
  listsServed(): number;
  close(): Promise<void>;
}

interface ReplicaOptions {
  url: string;
  connections: number;
  applicationName: string;
  /** Called when the replica lags or becomes unavailable, and when it can be read again. */
  onChange: (unavailable: boolean, error?: Error) => void;
}

/**
 * Opens a pool for reading lists from a replica. Each successful check proves that the replica has everything that was committed
 * on the primary before the check. While the replica lags by more than a second or is unavailable, nothing is read from it.
 */
export function openReplica(
  primary: Database,
  { url, connections, applicationName, onChange }: ReplicaOptions,
): Replica {
  const config = {
    connectionString: url,
    max: connections,
    types,
    options: preparedSession,
    application_name: applicationName,
  };
  const pool = openPool(
    { ...config, connectionTimeoutMillis: timeoutMs, statement_timeout: 2 * timeoutMs },
    { answerTimeoutMs: timeoutMs },
  );
  let fault: Error | undefined;
  pool.on('error', (error) => {
    fault = error;
  });
  const opened = performance.now();
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  let unavailable = false;
  let listsServed = 0;
  let pendingCheck: Promise<void> | null = null;
  const isCurrent = (): boolean => performance.now() - caughtUpAt < maxLagMs;

  const checkLag = async (): Promise<void> => {
    const at = performance.now();
    try {
      const { rows } = await primary.pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
      const text = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as replayed';
      const answer = await pool.query<{ replayed: boolean }>(text, [rows[0]?.lsn]);
      if (answer.rows[0]?.replayed) caughtUpAt = at;
    } catch (error) {
      fault = error as Error;
    }
  };
  const check = (): void => {
    // After the start, the replica has `maxLagMs` to connect before it counts as unavailable.
    if (unavailable === isCurrent() && performance.now() - opened >= maxLagMs) {
      unavailable = !unavailable;
      onChange(unavailable, fault);
      fault = undefined;
    }
    // Only one check runs at a time; meanwhile the last known state is used.
    pendingCheck ??= checkLag().finally(() => {
      pendingCheck = null;
    });
  };
  check();
  const timer = setInterval(check, checkIntervalMs);

  const database: Database = {
    ...primary,
    run: async (statement, params) => {
      if (!statement.list || !isCurrent()) return primary.run(statement, params);
      const { name, text } = statement;
      try {
        const { rows } = await pool.query({ name, text, values: params as unknown as unknown[] });
        listsServed += 1;
        return rows;
      } catch (error) {
        // The replica became unavailable, or cancelled the statement because of a replay conflict: the primary answers instead.
        fault ??= error as Error;
        return primary.run(statement, params);
      }
    },
  };
  return {
    database,
    listsServed: () => listsServed,
    close: async () => {
      clearInterval(timer);
      await pendingCheck;
      // A hanging server does not answer the terminate message, so the pool is awaited for a limited time only.
      await Promise.race([pool.end(), wait(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}
