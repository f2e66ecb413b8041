import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownMigrations } from '@kith/db';
import { migrate } from '@kith/db/migrate';
import { createEmptyDatabase, createReleasedDatabase, createTestDatabase } from '@kith/db/testing';
import { type FileStorage, originalKey } from '@kith/domain';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createLog } from '../log.ts';
import { migratePlatform } from '../queue/migrate.ts';
import { loadSettings } from '../settings.ts';
import { createStorage } from '../storage/index.ts';
import { startFakeS3 } from '../testing/fakeS3.ts';
import { recordingLog } from '../testing/stores.ts';
import { formatVersion, type Manifest, writeArchive } from './archive.ts';
import { makeRegularBackup, requireBackupFolder, restoreBackup, verifyBackup, writeBackup } from './index.ts';
import { lastBackup } from './record.ts';

const folder = mkdtempSync(join(tmpdir(), 'kith-backup-'));
const drops: (() => Promise<void>)[] = [];
let url: string;
let client: pg.Client;
let storage: FileStorage;
let s3: Awaited<ReturnType<typeof startFakeS3>>;
const file = join(folder, 'kept.tar.zst');

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase(inject('databaseUrl'));
  drops.push(database.drop);
  return database.url;
}

const filesIn = (name: string, bucket: Record<string, string> = {}) =>
  createStorage(loadSettings({ DATA_DIR: join(folder, name), ...bucket }), createLog({ logLevel: 'silent' }));

/** All rows of all tables except `migrations` and `outbox`, and the next value of each identity column. */
async function rowsOf(databaseUrl: string): Promise<Record<string, unknown>> {
  const reader = new pg.Client({ connectionString: databaseUrl });
  await reader.connect();
  const { rows: tables } = await reader.query(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'outbox') order by 1`,
  );
  const all: Record<string, unknown> = {};
  for (const { name } of tables) all[name] = (await reader.query(`select t::text from ${name} t order by 1`)).rows;
  const { rows: next } = await reader.query(
    `select sequencename, last_value from pg_sequences where schemaname = 'public' and sequencename !~ '^(migrations|outbox)_' order by 1`,
  );
  await reader.end();
  return { ...all, next };
}

async function filesOf(from: FileStorage): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const top of ['media/', 'originals/'])
    for await (const { key } of from.list(top)) found[key] = String((await from.read(key))?.toString('hex'));
  return found;
}

beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  drops.push(database.drop);
  url = database.url;
  await migratePlatform(url);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    insert into users (user_name, email, identity_uid, auth_provider, password_hash, bio)
      select 'member' || i, i || '@kith.test', 'uid-' || i, 'email', '-', E'tab\\t, line\\n, \\\\N and \\\\. and ☃' || i
      from generate_series(1, 50) i;
    insert into images (owner_id, kind, post_id, key, status, width, height, widths)
      values (1, 'post', 1, 'AReadyPicture00000000000', 'ready', 10, 10, '{320,640}');
    insert into images (owner_id, kind, post_id, key) values (1, 'post', 2, 'BWaitingPicture000000000');
    insert into images (owner_id, kind, post_id, key) values (1, 'post', 3, 'CMadeMeanwhile0000000000');
    insert into posts (author_id, caption, image_id) select 1 + i % 50, repeat('long ', 100) || i, case i when 0 then 1 end
      from generate_series(0, 9999) i;
    insert into sessions (id, user_id, expires_at) values ('s', 1, now() + interval '1 day');
  `);
  storage = await filesIn('source');
  await storage.put('media/AReadyPicture00000000000/320.webp', randomBytes(5_000), 'image/webp');
  await storage.put('media/AReadyPicture00000000000/640.webp', Buffer.alloc(0), 'image/webp');
  await storage.put(originalKey('BWaitingPicture000000000'), randomBytes(70_000), 'image/png');
  for (const width of [320, 1080])
    await storage.put(`media/CMadeMeanwhile0000000000/${width}.webp`, Buffer.from(`at ${width}`), 'image/webp');
  await writeBackup({ databaseUrl: url, storage, file });
  s3 = await startFakeS3();
});
afterAll(async () => {
  await client.end();
  for (const drop of drops) await drop();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  test('restores every row, every picture and the sequences of ids', async () => {
    const target = await emptyDatabase();
    const files = await filesIn('restored');
    await restoreBackup({ backup: await verifyBackup(file), databaseUrl: target, storage: files });
    expect(await rowsOf(target)).toEqual(await rowsOf(url));
    const made = { [originalKey('CMadeMeanwhile0000000000')]: Buffer.from('at 1080').toString('hex') };
    expect(await filesOf(files)).toEqual({ ...(await filesOf(storage)), ...made });
  });

  test('goes from S3 to S3, and into an external PostgreSQL that is already migrated', async () => {
    const bucket = (name: string) => ({
      S3_BUCKET: name,
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    const onS3 = await filesIn('s3', bucket('kith'));
    for await (const { key } of storage.list('media/'))
      await onS3.put(key, (await storage.read(key)) as Buffer, 'image/webp');
    const other = join(folder, 's3.tar.zst');
    const { contents } = await writeBackup({ databaseUrl: url, storage: onS3, file: other });
    expect(contents.files?.items).toBe(5);
    await onS3.removeFolder('media/AReadyPicture00000000000');
    const target = await createTestDatabase(inject('databaseUrl'));
    drops.push(target.drop);
    await restoreBackup({ backup: await verifyBackup(other), databaseUrl: target.url, storage: onS3 });
    expect(await rowsOf(target.url)).toEqual(await rowsOf(url));
    expect(await onS3.read('media/AReadyPicture00000000000/320.webp')).toEqual(
      await storage.read('media/AReadyPicture00000000000/320.webp'),
    );
  });

  test('of an older version is migrated when it is restored', async () => {
    const { manifest } = await verifyBackup(file);
    const older = join(folder, 'older.tar.zst');
    const users = {
      name: 'users',
      columns: ['id', 'user_name', 'email', 'identity_uid', 'auth_provider', 'password_hash'],
    };
    await writeArchive(
      older,
      { ...manifest, migrations: ['Migration001Initial'], tables: [users], sequences: [] },
      async (writer) => writer.addBytes('database/users/000001', Buffer.from('1\tanna\ta@kith.test\tuid\temail\t-\n')),
    );
    const target = await emptyDatabase();
    await restoreBackup({ backup: await verifyBackup(older), databaseUrl: target, storage: null });
    const found = (await rowsOf(target)) as { users: unknown[]; known_devices: unknown[] };
    expect([found.users.length, found.known_devices]).toEqual([1, []]);
  });

  test.each(['before', 'after'])('of the last release, made %s its upgrade, is restored completely', async (made) => {
    const released = await createReleasedDatabase(inject('databaseUrl'), '1b76bea');
    drops.push(released.drop);
    const writer = new pg.Client({ connectionString: released.url });
    await writer.connect();
    await writer.query(`
      insert into users (user_name, email, identity_uid, auth_provider, password_hash)
      select 'member' || i, i || '@kith.test', 'uid-' || i, 'email', '-' from generate_series(1, 5) i;
      insert into posts (author_id, caption) values (1, 'hello'), (2, 'hello');
      insert into likes (user_id, post_id, weight) values (2, 1, 0.25);
      insert into popular_scores (run_at, post_id, score) values (now(), 1, 1);
    `);
    await writer.end();
    if (made === 'after') await migrate(released.url);
    const archive = join(folder, `released-${made}.tar.zst`);
    await writeBackup({ databaseUrl: released.url, storage: null, file: archive });
    const target = await emptyDatabase();
    await restoreBackup({ backup: await verifyBackup(archive), databaseUrl: target, storage: null });
    const found = (await rowsOf(target)) as Record<'users' | 'posts' | 'likes', unknown[]>;
    expect(Object.keys(found)).toEqual(Object.keys(await rowsOf(url)));
    expect([found.users, found.posts, found.likes].map(({ length }) => length)).toEqual([5, 2, 1]);
  });

  test('does not contain the queue, whose jobs are recorded anew by a restore', async () => {
    const target = await emptyDatabase();
    const source = await createTestDatabase(inject('databaseUrl'));
    drops.push(source.drop);
    const writer = new pg.Client({ connectionString: source.url });
    await writer.connect();
    await writer.query(`
      insert into users (user_name, email, identity_uid, auth_provider, password_hash)
      values ('anna', 'a@kith.test', 'a', 'email', '-'), ('ben', 'b@kith.test', 'b', 'email', '-');
      insert into users (identity_uid, auth_provider, deleted_at) values ('gone', 'email', now());
      insert into follows (follower_id, followed_id) values (1, 2);
      insert into posts (author_id, caption) values (2, 'new');
      insert into posts (author_id, caption, created_at) values (2, 'old', now() - interval '2 days')`);
    await writer.end();
    const other = join(folder, 'queued.tar.zst');
    await writeBackup({ databaseUrl: source.url, storage: null, file: other });
    await restoreBackup({ backup: await verifyBackup(other), databaseUrl: target, storage: null });
    const reader = new pg.Client({ connectionString: target });
    await reader.connect();
    const { rows } = await reader.query('select name, payload from outbox order by name');
    await reader.end();
    expect(rows).toEqual([
      { name: 'feed.backfill', payload: { followerId: 1, followedId: 2 } },
      { name: 'feed.fanOut', payload: { postId: 1, afterFollowerId: 0 } },
      { name: 'users.erase', payload: { userId: 3 } },
    ]);
  });
});

describe('a restore refuses', () => {
  const refused = async (what: string, message: RegExp) => {
    await expect(verifyBackup(what)).rejects.toThrow(message);
  };
  const changed = (name: string, change: (bytes: Buffer) => void): string => {
    const path = join(folder, name);
    const bytes = readFileSync(file);
    change(bytes);
    writeFileSync(path, bytes);
    return path;
  };

  test.each([0, 0.1, 0.5, 0.9, 1])('an archive with one bit flipped at %f of it', async (at) => {
    const flipped = changed(`flipped-${at}`, (bytes) => {
      const index = Math.floor((bytes.length - 1) * at);
      bytes[index] = (bytes[index] as number) ^ 4;
    });
    await refused(flipped, /is broken|no backup/);
  });

  test.each([0, 1, 1_000, 100_000])('an archive truncated by %d + 1 bytes', async (count) => {
    const cut = changed(`cut-${count}`, () => {});
    const { length } = readFileSync(cut);
    truncateSync(cut, Math.max(0, length - count - 1));
    await refused(cut, /is broken|not whole|no backup/);
  });

  test('an intact archive whose row counts differ from its manifest', async () => {
    const { manifest, contents } = await verifyBackup(file);
    const forged = join(folder, 'forged');
    await writeArchive(forged, manifest, async (writer) => {
      await writer.addBytes('database/users/000001', Buffer.from(''));
      await writer.addBytes('contents.json', Buffer.from(JSON.stringify(contents)));
    });
    await refused(forged, /goes on after its end|is not what was written/);
  });

  test.each<[string, Partial<Manifest>]>([
    ['a newer format', { format: formatVersion + 1 }],
    ['a newer migration', { migrations: [...knownMigrations, 'Migration999Future'] }],
  ])('an archive of %s', async (_name, part) => {
    const { manifest } = await verifyBackup(file);
    const newer = join(folder, 'newer');
    await writeArchive(newer, { ...manifest, version: '9.9.9', ...part }, async () => {});
    await refused(newer, /was written by a newer Kith \(9\.9\.9/);
  });

  test('a target with members, unless forced, and a database in use', async () => {
    const target = await createTestDatabase(inject('databaseUrl'));
    drops.push(target.drop);
    const files = await filesIn('not-empty');
    const other = new pg.Client({ connectionString: target.url });
    await other.connect();
    await other.query(
      `insert into users (user_name, email, identity_uid, auth_provider, password_hash) values ('here', 'h@kith.test', 'h', 'email', '-')`,
    );
    const before = await rowsOf(target.url);
    const restore = async (force: boolean) =>
      restoreBackup({ backup: await verifyBackup(file), databaseUrl: target.url, storage: files, force });
    await expect(restore(false)).rejects.toThrow('The database is in use');
    await other.end();
    await expect(restore(false)).rejects.toThrow('There are members here already');
    expect(await rowsOf(target.url)).toEqual(before);
    expect(await filesOf(files)).toEqual({});
    await restore(true);
    expect(await rowsOf(target.url)).toEqual(await rowsOf(url));
  });

  test('rows with a broken reference in the middle', async () => {
    const { manifest } = await verifyBackup(file);
    const torn = join(folder, 'torn');
    await writeArchive(torn, manifest, async (writer) => {
      const likes = '1\t999\t999\t2026-01-01 00:00:00+00\t\\N\n';
      await writer.addBytes('database/likes/000001', Buffer.from(likes));
    });
    const target = await createTestDatabase(inject('databaseUrl'));
    drops.push(target.drop);
    const before = await rowsOf(target.url);
    await expect(
      restoreBackup({ backup: await verifyBackup(torn), databaseUrl: target.url, storage: null, force: true }),
    ).rejects.toThrow(/foreign key/);
    expect(await rowsOf(target.url)).toEqual(before);
  });

  test.each<[string, Partial<Manifest>]>([
    [
      "an archive with a table of PostgreSQL's catalog",
      { tables: [{ name: 'pg_db_role_setting', columns: ['setdatabase', 'setrole', 'setconfig'] }] },
    ],
    ['a table of another schema', { tables: [{ name: 'public.users', columns: ['id'] }] }],
    ['a sequence that is none', { sequences: [{ name: 'pg_class', value: '1', called: true }] }],
  ])('an archive that names %s', async (_name, part) => {
    const { manifest } = await verifyBackup(file);
    const hostile = join(folder, 'hostile');
    await writeArchive(hostile, { ...manifest, ...part }, async (writer) => {
      for (const { name } of part.tables ?? [])
        await writer.addBytes(`database/${name}/000001`, Buffer.from('0\t0\t{work_mem=64kB}\n'));
    });
    const target = await createTestDatabase(inject('databaseUrl'));
    drops.push(target.drop);
    const before = await rowsOf(target.url);
    const settings = async () => {
      const client = new pg.Client({ connectionString: target.url });
      await client.connect();
      const { rows } = await client.query('select * from pg_db_role_setting');
      await client.end();
      return rows;
    };
    const set = await settings();
    await expect(
      restoreBackup({ backup: await verifyBackup(hostile), databaseUrl: target.url, storage: null, force: true }),
    ).rejects.toThrow("which is no table of Kith's");
    expect([await rowsOf(target.url), await settings()]).toEqual([before, set]);
  });

  test('a database of another program', async () => {
    const target = await emptyDatabase();
    const owner = new pg.Client({ connectionString: target });
    await owner.connect();
    await owner.query('create table accounts (id int)');
    await owner.end();
    await expect(
      restoreBackup({ backup: await verifyBackup(file), databaseUrl: target, storage: null, force: true }),
    ).rejects.toThrow("holds what is not Kith's (public.accounts)");
  });
});

describe('scheduled backups', () => {
  const settingsWith = (env: Record<string, string>, databaseUrl = url) => ({
    ...loadSettings({ DATA_DIR: join(folder, 'regular'), BACKUP_EVERY: '1d', BACKUP_KEEP: '2', ...env }),
    databaseUrl,
  });

  test('keep the newest, and record the last good one', async () => {
    const settings = settingsWith({});
    for (let round = 0; round < 4; round += 1) await makeRegularBackup(settings, storage, recordingLog());
    const kept = readdirSync(settings.backup.folder).filter((name) => name.endsWith('.tar.zst'));
    expect(kept).toHaveLength(2);
    const last = await lastBackup(settings);
    expect(last?.file).toBe(join(settings.backup.folder, kept.sort().at(-1) as string));
    await verifyBackup(last?.file as string);
    expect(Math.abs(Date.now() - Date.parse(last?.at as string))).toBeLessThan(60_000);
  });

  test('that fail log an error, leave no partial file and delete no good one', async () => {
    const settings = settingsWith({});
    const log = recordingLog();
    const before = [await lastBackup(settings), readdirSync(settings.backup.folder)];
    const broken = { ...storage, stream: async () => Promise.reject(new Error('the disk is gone')) };
    await expect(makeRegularBackup(settings, broken, log)).rejects.toThrow('the disk is gone');
    expect(log.messages).toEqual(['the backup failed']);
    expect([await lastBackup(settings), readdirSync(settings.backup.folder)]).toEqual(before);
  });

  test('prevent the start if their folder is not writable', async () => {
    const file = join(folder, 'a file');
    writeFileSync(file, '');
    await expect(requireBackupFolder(settingsWith({ BACKUP_DIR: file }))).rejects.toThrow(
      'Setting BACKUP_DIR should name a folder that Kith may write',
    );
    await requireBackupFolder(settingsWith({ BACKUP_DIR: file, BACKUP_EVERY: '' }));
    await requireBackupFolder(settingsWith({ BACKUP_DIR: join(folder, 'made', 'for it') }));
  });

  test('do not happen without their setting', async () => {
    const settings = settingsWith({ BACKUP_EVERY: '', BACKUP_DIR: join(folder, 'never') });
    await makeRegularBackup(settings, storage, recordingLog());
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });
});
