import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';
import { openPool } from './pool.ts';
import { types } from './values.ts';

/** How often it is asked how far the replica is, and how far behind it may be, in milliseconds. */
const askEvery = 100;
const mostBehind = 1_000;

/** How long a question waits for its answer, in milliseconds, before another is asked on another connection. */
const patience = 2_000;
const farewell = 1_000;

/** A streaming replica, from which lists may be read. */
export interface Replica {
  /** The database, with lists read from the replica while it keeps up, and otherwise where they are written. */
  reading: Database;
  /** How many lists were read from it since the start. */
  served(): number;
  close(): Promise<void>;
}

interface ReplicaOptions {
  url: string;
  connections: number;
  applicationName: string;
  statementTimeout: number;
  /** Told when it falls behind or away, and when it is there again. */
  onChange: (away: boolean, error?: Error) => void;
}

/**
 * Follows how far a replica is behind: all that was committed on the primary before the last question that it answered
 * is there. More than a second behind, or away, nothing is read from it, and who waits for it is answered by the primary: one
 * that hangs ends no statement by itself.
 */
export function openReplica(primary: Database, options: ReplicaOptions): Replica {
  const { url, connections, applicationName, statementTimeout } = options;
  const config = {
    connectionString: url,
    max: connections,
    types,
    options: '-c TimeZone=UTC',
    statement_timeout: statementTimeout,
    application_name: applicationName,
  };
  const pool = openPool(config, { patience: statementTimeout + 2_000 });
  let fault: Error | undefined;
  pool.on('error', (error) => {
    fault = error;
  });

  let reached = Number.NEGATIVE_INFINITY;
  let away = false;
  let served = 0;
  const waiting = new Set<(error: Error) => void>();
  const keepsUp = (): boolean => performance.now() - reached < mostBehind;

  const ask = async (): Promise<void> => {
    const at = performance.now();
    try {
      const { rows } = await primary.pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
      const text = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as there';
      const question = { text, values: [rows[0]?.lsn], query_timeout: patience };
      const told = await pool.query<{ there: boolean }>(question);
      if (told.rows[0]?.there) reached = at;
    } catch (error) {
      fault = error as Error;
    }
  };
  const opened = performance.now();
  const look = (): void => {
    // It is given the same time to be found.
    if (away !== keepsUp() || performance.now() - opened < mostBehind) return;
    away = !away;
    options.onChange(away, fault);
    if (away) for (const giveUp of waiting) giveUp(new Error('the replica is behind or does not answer'));
    fault = undefined;
  };
  let asked: Promise<void> | null = null;
  // One question at a time, but what is known is looked at meanwhile.
  const follow = (): void => {
    look();
    asked ??= ask().finally(() => {
      asked = null;
    });
  };
  follow();
  const timer = setInterval(follow, askEvery);

  const reading: Database = {
    ...primary,
    run: async (statement, params, em) => {
      if (em || !statement.list || !keepsUp()) return primary.run(statement, params, em);
      const { name, text } = statement;
      const { promise: givenUp, reject } = Promise.withResolvers<never>();
      waiting.add(reject);
      try {
        const answer = pool.query({ name, text, values: params as unknown as unknown[] });
        const { rows } = await Promise.race([answer, givenUp]);
        served += 1;
        return rows;
      } catch (error) {
        // It went away, or gave the statement up for what it had to replay: the primary has the answer.
        fault ??= error as Error;
        return primary.run(statement, params, em);
      } finally {
        waiting.delete(reject);
      }
    },
  };
  return {
    reading,
    served: () => served,
    close: async () => {
      clearInterval(timer);
      await asked;
      // One that hangs takes no farewell.
      await Promise.race([pool.end(), wait(farewell, undefined, { ref: false })]);
    },
  };
}
