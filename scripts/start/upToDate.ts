import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@kith/platform/settings';
import pg from 'pg';
import { root } from '../lib/bootstrap.mjs';

// A comment on this schema stores which migrations have run. As it is in the database, restoring a database restores it too.
const schema = 'bullmq';

/** Whether the database was migrated with exactly the migrations and functions of this checkout. */
export async function isUpToDate(databaseUrl: string): Promise<boolean> {
  const mark = await query(databaseUrl, `select obj_description(to_regnamespace('${schema}')) as mark`);
  return mark === sourcesHash();
}

/** Stores that the database was migrated with the migrations and functions of this checkout, for `isUpToDate`. */
export async function storeSourcesHash(databaseUrl: string): Promise<void> {
  await query(databaseUrl, `comment on schema ${schema} is '${sourcesHash()}'`);
}

function sourcesHash(): string {
  const files = ['packages/db/src/migrations', 'packages/db/src/functions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
  const hash = createHash('sha1');
  for (const file of [...files, 'packages/platform/src/queue/migrate.ts', 'node_modules/bullmq/package.json']) {
    hash.update(readFileSync(join(root, file)));
  }
  return `migrated by ${hash.digest('hex')}`;
}

async function query(databaseUrl: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return (await client.query(sql)).rows[0]?.mark;
  } catch (error) {
    throw new StartError(
      `The database cannot be used (${(error as Error).message || (error as { code?: string }).code}): check DATABASE_URL.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
