import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';
import { openPool, preparedSession } from './pool.ts';
import { types } from './values.ts';

/** The interval at which the replica's lag is checked, and the tolerated lag, in milliseconds. */
const checkIntervalMs = 100;
const maxLagMs = 1_000;

/** The time without an answer after which the connection of the checks is replaced, in milliseconds. */
const checkTimeoutMs = 2_000;
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
  statementTimeout: number;
  /** Called when the replica lags or becomes unavailable, and when it can be read again. */
  onChange: (unavailable: boolean, error?: Error) => void;
}

/**
 * Opens a replica and monitors its lag: each successful check proves that the replica has everything that was committed on the
 * primary before the check. While the replica lags by more than a second or is unavailable, nothing is read from it; the primary
 * also answers reads that are pending then, because a hanging replica does not end them by itself.
 */
export function openReplica(primary: Database, options: ReplicaOptions): Replica {
  const { url, connections, applicationName, statementTimeout } = options;
  const config = {
    connectionString: url,
    max: connections,
    types,
    options: preparedSession,
    statement_timeout: statementTimeout,
    application_name: applicationName,
  };
  const pool = openPool(config, { answerTimeoutMs: statementTimeout + 2_000 });
  // Checks have a connection of their own, because they give up sooner than statements do.
  const checks = openPool({ ...config, max: 1 }, { answerTimeoutMs: checkTimeoutMs });
  let fault: Error | undefined;
  for (const each of [pool, checks])
    each.on('error', (error) => {
      fault = error;
    });

  let caughtUpAt = Number.NEGATIVE_INFINITY;
  let unavailable = false;
  let listsServed = 0;
  const waiting = new Set<(error: Error) => void>();
  const isCurrent = (): boolean => performance.now() - caughtUpAt < maxLagMs;

  const checkLag = async (): Promise<void> => {
    const at = performance.now();
    try {
      const { rows } = await primary.pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
      const text = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as replayed';
      const answer = await checks.query<{ replayed: boolean }>(text, [rows[0]?.lsn]);
      if (answer.rows[0]?.replayed) caughtUpAt = at;
    } catch (error) {
      fault = error as Error;
    }
  };
  const opened = performance.now();
  const updateState = (): void => {
    // After the start, the replica has `maxLagMs` to connect before it counts as unavailable.
    if (unavailable !== isCurrent() || performance.now() - opened < maxLagMs) return;
    unavailable = !unavailable;
    options.onChange(unavailable, fault);
    if (unavailable) for (const abandon of waiting) abandon(new Error('the replica is behind or does not answer'));
    fault = undefined;
  };
  let pendingCheck: Promise<void> | null = null;
  // Only one check runs at a time; meanwhile the last known state is used.
  const check = (): void => {
    updateState();
    pendingCheck ??= checkLag().finally(() => {
      pendingCheck = null;
    });
  };
  check();
  const timer = setInterval(check, checkIntervalMs);

  const database: Database = {
    ...primary,
    run: async (statement, params, em) => {
      if (em || !statement.list || !isCurrent()) return primary.run(statement, params, em);
      const { name, text } = statement;
      const { promise: abandoned, reject } = Promise.withResolvers<never>();
      waiting.add(reject);
      try {
        const answer = pool.query({ name, text, values: params as unknown as unknown[] });
        const { rows } = await Promise.race([answer, abandoned]);
        listsServed += 1;
        return rows;
      } catch (error) {
        // The replica became unavailable, or cancelled the statement because of a replay conflict: the primary answers instead.
        fault ??= error as Error;
        return primary.run(statement, params, em);
      } finally {
        waiting.delete(reject);
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
      await Promise.race([Promise.all([pool.end(), checks.end()]), wait(closeTimeoutMs, undefined, { ref: false })]);
    },
  };
}
