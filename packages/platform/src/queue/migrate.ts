import { runMigrations } from 'bullmq';
import pg from 'pg';

const advisoryLock = 7_141_010;

// The table is unlogged: rate limits need not survive a crash, and so cost no write-ahead log.
const limitsTable = `create unlogged table if not exists bullmq.limits (
  key varchar(255) primary key, points integer not null default 0, expire bigint
)`;

/** Creates or updates the tables of queue and rate limits. Safe to run from several machines at once. */
export async function migratePlatform(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await runMigrations(client);
    await client.query(limitsTable);
  } finally {
    await client.end();
  }
}
