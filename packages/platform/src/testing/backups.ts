import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, createTestDatabase } from '@kith/db/testing';
import { type FileStorage, originalKey } from '@kith/domain';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { writeBackup } from '../backup/index.ts';
import { createLog } from '../log.ts';
import { loadSettings } from '../settings.ts';
import { createStorage } from '../storage/index.ts';

const drops: (() => Promise<void>)[] = [];

/** A database that is dropped after the last test of the file. */
export async function databaseForFile(create: (clusterUrl: string) => Promise<{ url: string; drop(): Promise<void> }>) {
  const { url, drop } = await create(inject('databaseUrl'));
  drops.push(drop);
  return url;
}
export const emptyDatabase = () => databaseForFile(createEmptyDatabase);
export const migratedDatabase = () => databaseForFile(createTestDatabase);

/** Runs SQL in a database, and returns the rows of its last statement. */
export async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** All rows of all tables except `migrations`, `pending_jobs` and `server_state`, and the next value of each identity column. */
export async function rowsOf(url: string): Promise<Record<string, unknown>> {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  const { rows: tables } = await reader.query(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'pending_jobs', 'server_state') order by 1`,
  );
  const all: Record<string, unknown> = {};
  for (const { name } of tables) all[name] = (await reader.query(`select t::text from ${name} t order by 1`)).rows;
  const { rows: next } = await reader.query(
    `select sequencename, last_value from pg_sequences where schemaname = 'public' and sequencename !~ '^(migrations|pending_jobs)_' order by 1`,
  );
  await reader.end();
  return { ...all, next };
}

export async function filesOf(from: FileStorage): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const top of ['media/', 'originals/'])
    for await (const { key } of from.list(top)) found[key] = String((await from.read(key))?.toString('hex'));
  return found;
}

/** A database with rows in its tables, a storage with pictures, and a backup of both, for all tests of a file. */
export async function backupForFile() {
  const folder = mkdtempSync(join(tmpdir(), 'kith-backup-'));
  const filesIn = (name: string, bucket: Record<string, string> = {}) =>
    createStorage(loadSettings({ DATA_DIR: join(folder, name), ...bucket }), createLog({ logLevel: 'silent' }));
  const url = await migratedDatabase();
  await query(
    url,
    `insert into users (user_name, email, identity_uid, auth_provider, password_hash, bio)
      select 'member' || i, i || '@kith.test', 'uid-' || i, 'email', '-', E'tab\\t, line\\n, \\\\N and \\\\. and ☃' || i
      from generate_series(1, 50) i;
    insert into images (owner_id, kind, post_id, key, status, width, height, widths)
      values (1, 'post', 1, 'AReadyPicture00000000000', 'ready', 10, 10, '{320,640}');
    insert into images (owner_id, kind, post_id, key) values (1, 'post', 2, 'BWaitingPicture000000000');
    insert into images (owner_id, kind, post_id, key) values (1, 'post', 3, 'CMadeMeanwhile0000000000');
    insert into posts (author_id, caption, image_id) select 1 + i % 50, repeat('long ', 100) || i, case i when 0 then 1 end
      from generate_series(0, 999) i;
    insert into chats (kind, lower_id, higher_id) values ('direct', 1, 2);
    insert into messages (sender_id, receiver_id, chat_id, content) select 1 + i % 2, 2 - i % 2, 1, 'message ' || i from generate_series(1, 9) i;
    insert into chats (kind, name, maker_id) values ('group', 'some', 1);
    insert into memberships (chat_id, user_id) select 2, i from generate_series(1, 3) i;
    insert into messages (sender_id, chat_id, content, reply_to_id) select 1, 2, 'to all ' || i, null from generate_series(1, 3) i;
    insert into message_reactions (message_id, user_id, emoji) values (2, 1, '👍');
    update messages set edited_at = now() where id = 1;
    insert into sessions (id, user_id, expires_at) values ('s', 1, now() + interval '1 day');`,
  );
  const storage = await filesIn('source');
  await storage.put('media/AReadyPicture00000000000/320.webp', randomBytes(5_000), 'image/webp');
  await storage.put('media/AReadyPicture00000000000/640.webp', Buffer.alloc(0), 'image/webp');
  await storage.put(originalKey('BWaitingPicture000000000'), randomBytes(70_000), 'image/png');
  for (const width of [320, 1080])
    await storage.put(`media/CMadeMeanwhile0000000000/${width}.webp`, Buffer.from(`at ${width}`), 'image/webp');
  const file = join(folder, 'kept.tar.zst');
  await writeBackup({ databaseUrl: url, storage, file });
  afterAll(async () => {
    for (const drop of drops.splice(0)) await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, url, storage, file, filesIn };
}
