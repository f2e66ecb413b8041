import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isBeforeBaseline, migrationNames, pendingJobQueries, serverQueries, unknownMigration } from '@kith/db';
import type { FileStorage } from '@kith/domain';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { kithVersion } from '../observe/version.ts';
import { StartError } from '../startError.ts';
import { type Contents, formatVersion, type Manifest, readArchive } from './archive.ts';
import { quote } from './dump.ts';

/**
 * The schema that rows are restored into while the product keeps using the old tables; the restored tables are moved to
 * `public` at the end.
 */
const stagingSchema = 'kith_restoring';
const advisoryLock = 7_141_011;

/** An archive that was read completely, whose checksums match, and whose version this Kith can restore. */
export interface VerifiedBackup {
  file: string;
  manifest: Manifest;
  contents: Contents;
}

export interface RestoreOptions {
  backup: VerifiedBackup;
  databaseUrl: string;
  /** The storage for the files; null if the archive has no stored files. */
  storage: FileStorage | null;
  /** Whether to replace existing data, and to restore even while Kith is running. */
  force?: boolean;
  /** Whether this only moves the data of the same server. Otherwise the result is a copy, which `confirmRestore` makes a server. */
  sameServer?: boolean;
  onProgress?: (what: string, done: number) => void;
}

/**
 * Reads an archive completely and compares its checksums. Changes nothing.
 * @throws StartError when the archive is broken, or was written by a newer version or one before 1.0
 */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  const found = await readArchive(file, async (_name, _body, manifest) => refuseOther(file, manifest));
  refuseOther(file, found.manifest);
  return { file, ...found };
}

function refuseOther(file: string, { format, migrations, version }: Manifest): void {
  if (format > formatVersion)
    throw new StartError(`${file} was written by a newer Kith (${version}): update this one, ${kithVersion}.`);
  const unknown = unknownMigration(migrations);
  if (unknown === undefined) return;
  throw new StartError(
    isBeforeBaseline(unknown)
      ? `${file} was written by a Kith before 1.0 (${version}, ${unknown}), whose backups this one, ${kithVersion}, cannot restore.`
      : `${file} was written by a newer Kith (${version}, ${unknown}): update this one, ${kithVersion}.`,
  );
}

/**
 * Restores a verified archive into a database and a storage. The rows go into a separate schema, whose tables replace the old
 * ones in a single transaction at the end. If the restore fails before that, the only change is added files that no row refers
 * to, and the sweep removes these files.
 * @throws StartError when the database is in use or holds users, unless `force` is given
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { databaseUrl, storage, onProgress } = options;
  const { file, manifest } = options.backup;
  let done = 0;
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: `-c search_path=${stagingSchema} -c statement_timeout=0`,
  });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [advisoryLock]);
    if (!rows[0].mine) throw new StartError('Another restore is running on this database.');
    if (!options.force) await refuseNonEmpty(client);
    await refuseForeignObjects(client);
    await client.query(`drop schema if exists ${stagingSchema} cascade`);
    await client.query(`create schema ${stagingSchema}`);
    // The migrations are imported here and not at the top of the file: otherwise the worker, which only makes backups, would load
    // all of them.
    const { migrate } = await import('@kith/db/migrate');
    // Triggers are created after the rows are copied, because the archive contains what they did: they would give messages new ids,
    // and count unread ones twice.
    await migrate(databaseUrl, { schema: stagingSchema, upTo: manifest.migrations.at(-1) });
    await refuseUnknown(client, manifest);
    await readArchive(file, async (name, body) => {
      if (name.startsWith('database/')) await copyRows(client, manifest, name, body);
      else if (storage) await putFile(storage, name, body);
      done += 1;
      onProgress?.(name.startsWith('database/') ? (name.split('/')[1] as string) : 'files', done);
    });
    await setSequences(client, manifest);
    await migrate(databaseUrl, { schema: stagingSchema });
    await client.query(pendingJobQueries.recordMissed.text, [manifest.createdAt]);
    if (!options.sameServer) await client.query(serverQueries.restored.text);
    await client.query('analyze');
    await replaceTables(client);
  } finally {
    await client.query('rollback').catch(() => {});
    await client.query(`drop schema if exists ${stagingSchema} cascade`).catch(() => {});
    await client.end();
  }
}

async function refuseNonEmpty(client: pg.Client): Promise<void> {
  const { rows: others } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  if (others.length > 0)
    throw new StartError('The database is in use: stop every Kith on it first. (--force restores while they run.)');
  const { rows: tables } = await client.query(`select to_regclass('public.users') is not null as there`);
  if (!tables[0].there) return;
  const { rowCount } = await client.query('select from public.users limit 1');
  if (rowCount)
    throw new StartError('There are members here already: restore into an empty place. (--force replaces them.)');
}

/** A query that lists the tables, views and other objects in a schema, without those of extensions. */
const objectsIn = (schema: string) => `
  select case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
    format('%I.%I', nspname, relname) as name
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname = '${schema}' and relkind in ('r', 'p', 'v', 'm')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all
  select 'routine', format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid))
  from pg_proc p join pg_namespace n on n.oid = pronamespace
  where nspname = '${schema}' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

/**
 * Throws a StartError if `public` contains objects but no tables of Kith, because the restore would replace objects with the
 * same names. A table `migrations` alone proves nothing, because other programs have one too.
 */
async function refuseForeignObjects(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; migrated: boolean }>(
    `select name, to_regclass('public.migrations') is not null as migrated from (${objectsIn('public')}) t limit 1`,
  );
  const [found] = rows;
  if (!found) return;
  const isOurs = `select from public.migrations m where to_jsonb(m) ->> 'name' = any ($1)`;
  if (found.migrated && (await client.query(isOurs, [migrationNames])).rowCount) return;
  throw new StartError(`The database holds what is not Kith's (${found.name}): give Kith a database of its own.`);
}

/**
 * Throws if the archive names a table or sequence that the migrations did not create. The names in an archive are untrusted,
 * and could be those of PostgreSQL's own tables.
 */
async function refuseUnknown(client: pg.Client, { tables, sequences }: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'S')`,
    [stagingSchema],
  );
  const known = new Set(rows.map(({ name }) => name));
  const unknown = [...tables, ...sequences].find(({ name }) => !known.has(name));
  if (unknown) throw new StartError(`The archive names ${JSON.stringify(unknown.name)}, which is no table of Kith's.`);
}

async function copyRows(client: pg.Client, { tables }: Manifest, entry: string, body: Readable): Promise<void> {
  const name = entry.split('/')[1];
  const table = tables.find((each) => each.name === name);
  if (!table) throw new StartError(`The archive holds rows of ${name}, which its manifest does not name.`);
  const columns = table.columns.map(quote).join(', ');
  await pipeline(body, client.query(copyFrom(`copy ${stagingSchema}.${quote(table.name)} (${columns}) from stdin`)));
}

async function putFile(storage: FileStorage, key: string, body: Readable): Promise<void> {
  const temporary = await storage.temporaryPath();
  await pipeline(body, createWriteStream(temporary, { flags: 'wx', mode: 0o600 }));
  await storage.put(key, { file: temporary }, key.endsWith('.webp') ? 'image/webp' : 'application/octet-stream');
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, value, called } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `${stagingSchema}.${quote(name)}`,
      value,
      called,
    ]);
}

const dependentsExist = '2BP01';

/** Drops the foreign keys by which other tables refer to these ones. */
async function dropReferences(client: pg.Client, tables: string[]): Promise<void> {
  const { rows } = await client.query<{ drops: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drops from pg_constraint
     where contype = 'f' and confrelid = any ($1::regclass[]) and conrelid <> all ($1::regclass[])`,
    [tables],
  );
  for (const { drops } of rows) await client.query(drops);
}

/**
 * Replaces the tables one by one and not the whole schema, because `public` may hold what others have put there, and may have
 * another owner. Nothing of theirs is dropped but references to rows that are replaced. Throws a StartError if something else of
 * theirs, such as a view, depends on a table.
 */
async function replaceTables(client: pg.Client): Promise<void> {
  const all = async (schema: string) =>
    (await client.query<{ kind: string; name: string }>(`${objectsIn(schema)} order by 1 desc, 2`)).rows;
  await client.query('begin');
  const made = await all(stagingSchema);
  const replaced = new Set(made.map(({ name }) => name.replace(stagingSchema, 'public')));
  const replacing = (await all('public')).filter(({ name }) => replaced.has(name));
  const old = Map.groupBy(replacing, ({ kind }) => kind);
  await dropReferences(client, old.get('table')?.map(({ name }) => name) ?? []);
  for (const [kind, objects] of old)
    await client
      .query(`drop ${kind} ${objects.map(({ name }) => name).join(', ')}`)
      .catch((error: pg.DatabaseError) => {
        if (error.code !== dependentsExist) throw error;
        throw new StartError(
          `What is not Kith's depends on what is to be replaced, so drop it first: ${error.detail?.replaceAll('\n', ', ')}.`,
        );
      });
  for (const { kind, name } of made) await client.query(`alter ${kind} ${name} set schema public`);
  // If a newer migration created objects of a kind that `objectsIn` does not list, this statement fails, and everything is rolled
  // back.
  await client.query(`drop schema ${stagingSchema}`);
  // Deletes the queued jobs of the replaced data: some would delete what was just restored.
  const { rows } = await client.query<{ jobs: string | null }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as jobs from pg_tables
     where schemaname = 'bullmq' and tablename not in ('migration', 'limits')`,
  );
  if (rows[0]?.jobs) await client.query(`truncate ${rows[0].jobs}`);
  await client.query('commit');
}
