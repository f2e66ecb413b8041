import type { Database } from '@kith/db';
import { probe } from '@kith/db/testing';

type Log = (what: string) => void;

type Pool = Database['pool'];
type Connection = Parameters<typeof probe>[0]['pool'];

/** Runs work on a connection without triggers and foreign key checks, so `work` itself must insert consistent rows. */
export async function withoutTriggers(pool: Pool, work: (connection: Connection) => Promise<unknown>): Promise<void> {
  const connection = await pool.connect();
  try {
    await probe({ pool: connection }, 'set session_replication_role = replica');
    await work(connection);
  } finally {
    await probe({ pool: connection }, 'reset all');
    connection.release();
  }
}

/** Runs work and logs how long it took; `what` names the work in the log. */
export async function timed<T>(what: string, log: Log, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  log(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return done;
}

/** The tables that get millions of rows. */
const large = ['posts', 'post_words', 'likes', 'comments', 'follows', 'chats', 'memberships'];

const withoutDurability = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: `'8GB'` };

/**
 * Switches the database's protection against crashes on or off. Without it the database is filled faster, but a crash may
 * destroy it.
 */
export async function setDurability(pool: Pool, durable: boolean): Promise<void> {
  for (const [name, value] of Object.entries(withoutDurability)) {
    await probe({ pool }, durable ? `alter system reset ${name}` : `alter system set ${name} = ${value}`);
  }
  await probe({ pool }, 'select pg_reload_conf()');
  if (durable) await probe({ pool }, 'checkpoint');
}

/** Drops the indexes of the large tables, except those of constraints, runs work, and creates the indexes again. */
export async function inBulk(pool: Connection, log: Log, work: () => Promise<void>): Promise<void> {
  const { rows } = await probe<{ name: string; made_by: string }>(
    { pool },
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made_by from pg_index
     where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [large],
  );
  for (const { name } of rows) await probe({ pool }, `drop index ${name}`);
  for (const [name, value] of [
    ['work_mem', '512MB'],
    ['maintenance_work_mem', '1GB'],
  ])
    await probe({ pool }, `set ${name} = '${value}'`);
  await work();
  await timed('indexes', log, async () => {
    for (const { made_by } of rows) await probe({ pool }, made_by);
  });
}
