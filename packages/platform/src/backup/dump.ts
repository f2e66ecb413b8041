import { recordedMigrations } from '@kith/db';
import { type FileStorage, originalKey } from '@kith/domain';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { kithVersion } from '../observe/version.ts';
import { type ArchiveWriter, type Contents, formatVersion, type Manifest, readBack, writeArchive } from './archive.ts';

/**
 * The approximate size of a chunk of rows in bytes. A chunk is in memory as a whole, because a tar entry begins with its size;
 * a whole table would be too large.
 */
const chunkBytes = 2_000_000;

/** Tables that a backup leaves out: the migrator's own table, and tables whose rows are temporary. */
const excludedTables = ['migrations', 'exports', 'imports', 'import_items', 'import_gaps'];

export interface BackupOptions {
  databaseUrl: string;
  /** The storage of the files; null for an archive without stored files. */
  storage: FileStorage | null;
  /** The path of the archive. */
  file: string;
  /** Called with the current step and the number of rows or files that the step has written so far. */
  onProgress?: (what: string, done: number) => void;
}

export interface Backup {
  manifest: Manifest;
  contents: Contents;
  /** The size of the archive, in bytes. */
  bytes: number;
}

/**
 * Writes a consistent snapshot of the database and the stored pictures into one archive, while Kith keeps running. Queue and
 * rate limits (the schema `bullmq`) are left out: after a restore, lost jobs are recorded anew.
 */
export async function writeBackup({ databaseUrl, storage, file, onProgress }: BackupOptions): Promise<Backup> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c search_path=public -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const manifest = await readManifest(client);
    const write = async (writer: ArchiveWriter) => {
      // The originals come first, while the snapshot is fresh: the worker deletes originals once their variants exist.
      if (storage) await addUnprocessedOriginals(client, storage, writer);
      for (const table of manifest.tables) await addTable(client, table, writer, onProgress);
      await client.query('commit');
      if (storage) await addPictures(storage, writer, onProgress);
    };
    const written = await writeArchive(file, manifest, write, readBack);
    return { manifest, ...written };
  } finally {
    await client.end();
  }
}

async function readManifest(client: pg.Client): Promise<Manifest> {
  const { rows } = await client.query<{ now: Date }>('select now()');
  const { now } = rows[0] as { now: Date };
  const migrations = await recordedMigrations(client);
  const tables = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `select c.relname::text as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname <> all($1)
     order by c.relname`,
    [excludedTables],
  );
  const sequences = await client.query<{ name: string }>(
    `select s.relname::text as name from pg_class s
     join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') join pg_class t on t.oid = d.refobjid
     where s.relnamespace = 'public'::regnamespace and s.relkind = 'S' and t.relname <> all($1) order by 1`,
    [excludedTables],
  );
  const values: Manifest['sequences'] = [];
  for (const { name } of sequences.rows) {
    // The snapshot does not include the values of sequences. Their current value is at least as high as the rows of the snapshot
    // need.
    const at = await client.query(`select last_value::text as value, is_called as called from ${quote(name)}`);
    values.push({ name, ...at.rows[0] });
  }
  return {
    kind: 'kith-backup',
    format: formatVersion,
    version: kithVersion,
    createdAt: now.toISOString(),
    migrations,
    tables: inOrder(tables.rows),
    sequences: values,
  };
}

/** Tables in an order in which a foreign key's target comes before the rows that reference it. */
function inOrder(tables: { name: string; columns: string[]; needs: string[] }[]): Manifest['tables'] {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: Manifest['tables'] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)));
    if (free.length === 0)
      throw new Error(`The tables ${[...waiting.keys()].join(', ')} reference each other in a cycle.`);
    for (const { name, columns } of free) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

async function addTable(
  client: pg.Client,
  { name, columns }: Manifest['tables'][number],
  writer: ArchiveWriter,
  onProgress?: BackupOptions['onProgress'],
): Promise<void> {
  let [number, rows, size] = [0, 0, 0];
  let chunks: Buffer[] = [];
  const add = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
  };
  const flush = async () => {
    number += 1;
    await writer.addBytes(`database/${name}/${String(number).padStart(6, '0')}`, Buffer.concat(chunks, size));
    onProgress?.(name, rows);
    [chunks, size] = [[], 0];
  };
  const copied = client.query(copyTo(`copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`));
  for await (const chunk of copied as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
    // A chunk ends with a whole row, because each chunk is restored by a statement of its own.
    const end = size + chunk.length >= chunkBytes ? chunk.lastIndexOf(10) + 1 : 0;
    if (end > 0) {
      add(chunk.subarray(0, end));
      await flush();
    }
    if (end < chunk.length) add(chunk.subarray(end));
  }
  if (size > 0 || number === 0) await flush();
}

/**
 * Adds the originals of pictures that are still to be processed. If a picture was processed since the snapshot, its largest
 * variant is stored as the original, because the picture's row in the snapshot still waits for processing.
 */
async function addUnprocessedOriginals(client: pg.Client, storage: FileStorage, writer: ArchiveWriter): Promise<void> {
  const { rows } = await client.query<{ key: string }>(`select key from images where status = 'processing'`);
  for (const { key } of rows) {
    const found = (await storage.stream(originalKey(key))) ?? (await largestVariant(storage, key));
    if (found) await writer.addStream(originalKey(key), found.body, found.size);
  }
}

async function largestVariant(storage: FileStorage, key: string) {
  let widest = 0;
  for await (const { key: name } of storage.list(`media/${key}`))
    widest = Math.max(widest, Number(/(\d+)\.webp$/.exec(name)?.[1] ?? 0));
  return widest > 0 ? storage.stream(`media/${key}/${widest}.webp`) : null;
}

/**
 * Adds all stored pictures. After a restore the sweep removes files newer than the snapshot; files deleted since the snapshot
 * are not needed.
 */
async function addPictures(
  storage: FileStorage,
  writer: ArchiveWriter,
  onProgress?: BackupOptions['onProgress'],
): Promise<void> {
  let done = 0;
  for await (const { key } of storage.list('media/')) {
    const found = await storage.stream(key);
    if (!found) continue;
    await writer.addStream(key, found.body, found.size);
    done += 1;
    if (done % 500 === 0) onProgress?.('files', done);
  }
  onProgress?.('files', done);
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
