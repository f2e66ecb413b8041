import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationNames, now, openDatabase, ServerState } from '@kith/db';
import { confirmRestore, noteState, originalKey, serverState } from '@kith/domain';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { diskOf } from '../dataDir/disk.ts';
import { loadSettings } from '../settings.ts';
import { backupForFile, emptyDatabase, filesOf, migratedDatabase, query, rowsOf } from '../testing/backups.ts';
import { recordingLog } from '../testing/stores.ts';
import { formatVersion, type Manifest, readBack, writeArchive } from './archive.ts';
import {
  listBackups,
  makeRecordedBackup,
  makeRegularBackup,
  requireBackupFolder,
  restoreBackup,
  verifyBackup,
  writeBackup,
} from './index.ts';

const { folder, url, storage, file, filesIn } = await backupForFile();

describe('a backup', () => {
  test('restores every row, every picture and the sequences of ids', async () => {
    const target = await emptyDatabase();
    const files = await filesIn('restored');
    await restoreBackup({ backup: await verifyBackup(file), databaseUrl: target, storage: files });
    expect(await rowsOf(target)).toEqual(await rowsOf(url));
    const made = { [originalKey('CMadeMeanwhile0000000000')]: Buffer.from('at 1080').toString('hex') };
    expect(await filesOf(files)).toEqual({ ...(await filesOf(storage)), ...made });
  });

  test('does not contain the queue, whose jobs are recorded anew by a restore', async () => {
    const target = await migratedDatabase();
    const source = await migratedDatabase();
    await query(
      source,
      `
      insert into users (user_name, email, identity_uid, auth_provider, password_hash)
      values ('anna', 'a@kith.test', 'a', 'email', '-'), ('ben', 'b@kith.test', 'b', 'email', '-');
      insert into users (identity_uid, auth_provider, deleted_at) values ('gone', 'email', now());
      insert into follows (follower_id, followed_id) values (1, 2);
      insert into posts (author_id, caption) values (2, 'new');
      insert into posts (author_id, caption, created_at) values (2, 'old', now() - interval '2 days')`,
    );
    const other = join(folder, 'queued.tar.zst');
    await writeBackup({ databaseUrl: source, storage: null, file: other });
    // What others have put beside Kith's tables stays.
    await query(target, 'create table operators_own (id int)');
    await restoreBackup({ backup: await verifyBackup(other), databaseUrl: target, storage: null });
    expect(await query(target, 'select name, payload from pending_jobs order by name')).toEqual([
      { name: 'feed.backfill', payload: { followerId: 1, followedId: 2 } },
      { name: 'feed.fanOut', payload: { postId: 1 } },
      { name: 'users.erase', payload: { userId: 3 } },
    ]);
    expect(await query(target, 'select * from operators_own')).toEqual([]);
  });
});

test('an archive that cannot be read back is not kept', async () => {
  const { manifest } = await verifyBackup(file);
  const damaged = join(folder, 'damaged');
  const writing = writeArchive(
    damaged,
    manifest,
    ({ addBytes }) => addBytes('media/one', randomBytes(1_000)),
    async (draft, contents) => {
      truncateSync(draft, 500);
      await readBack(draft, contents);
    },
  );
  await expect(writing).rejects.toThrow(/damaged\.part is (?:broken|not whole)/);
  expect([damaged, `${damaged}.part`].map((path) => existsSync(path))).toEqual([false, false]);
});

describe('a restore refuses', () => {
  test('a database of another program, though it has a table of migrations', async () => {
    const target = await emptyDatabase();
    await query(target, `create table migrations (name text); insert into migrations values ('001-accounts')`);
    const restoring = restoreBackup({ backup: await verifyBackup(file), databaseUrl: target, storage: null });
    await expect(restoring).rejects.toThrow("holds what is not Kith's (public.migrations)");
  });

  test('to drop a view that others have made of a table, but not what only refers to its rows', async () => {
    const target = await migratedDatabase();
    await query(target, 'create table operators_own (id bigint references users)');
    await query(target, 'create view operators_view as select count(*) from users');
    const restore = async () =>
      restoreBackup({ backup: await verifyBackup(file), databaseUrl: target, storage: null, force: true });
    await expect(restore()).rejects.toThrow('drop it first: view public.operators_view depends on table public.users');
    expect(await query(target, 'select * from operators_view')).toEqual([{ count: '0' }]);
    await query(target, 'drop view operators_view');
    await restore();
    expect(await query(target, 'select * from operators_own')).toEqual([]);
    expect(await rowsOf(target)).toMatchObject(await rowsOf(url));
  });

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

  test.each<[string, Partial<Manifest>, RegExp]>([
    ['a newer format', { format: formatVersion + 1 }, /was written by a newer Kith \(9\.9\.9/],
    [
      'a newer migration',
      { migrations: [...migrationNames, 'Migration999Future'] },
      /was written by a newer Kith \(9\.9\.9/,
    ],
    ['a version before 1.0', { migrations: ['Migration029Schema'] }, /was written by a Kith before 1\.0 \(9\.9\.9/],
  ])('an archive of %s', async (_name, part, message) => {
    const { manifest } = await verifyBackup(file);
    const newer = join(folder, 'newer');
    await writeArchive(newer, { ...manifest, version: '9.9.9', ...part }, async () => {});
    await refused(newer, message);
  });

  test('a target with members, unless forced, and a database in use', async () => {
    const target = await migratedDatabase();
    const files = await filesIn('not-empty');
    const other = new pg.Client({ connectionString: target });
    await other.connect();
    await other.query(
      `insert into users (user_name, email, identity_uid, auth_provider, password_hash) values ('here', 'h@kith.test', 'h', 'email', '-')`,
    );
    const before = await rowsOf(target);
    const restore = async (force: boolean) =>
      restoreBackup({ backup: await verifyBackup(file), databaseUrl: target, storage: files, force });
    await expect(restore(false)).rejects.toThrow('The database is in use');
    await other.end();
    await expect(restore(false)).rejects.toThrow('There are members here already');
    expect(await rowsOf(target)).toEqual(before);
    expect(await filesOf(files)).toEqual({});
    await restore(true);
    expect(await rowsOf(target)).toEqual(await rowsOf(url));
  });
});

describe('scheduled backups', async () => {
  const settingsWith = (env: Record<string, string>, databaseUrl = url) => ({
    ...loadSettings({ DATA_DIR: join(folder, 'regular'), BACKUP_EVERY: '1d', BACKUP_KEEP: '2', ...env }),
    databaseUrl,
  });
  const db = await openDatabase({ url });
  afterAll(() => db.close());
  const parts = { db, storage, log: recordingLog() };
  const lastBackup = async () => (await serverState({ db })).lastBackup;

  test('keep the newest of their own community, and record the last good one', async () => {
    const settings = settingsWith({});
    const { community } = await serverState({ db });
    const others = ['kith-0123456789abcdef-2020-01-01T00-00-00-000Z.tar.zst', 'before-upgrade.kith'];
    mkdirSync(settings.backup.folder, { recursive: true });
    for (const name of others) writeFileSync(join(settings.backup.folder, name), '');
    for (let round = 0; round < 4; round += 1) await makeRegularBackup(settings, parts);
    const { items, running } = await listBackups(settings, community);
    expect(items).toHaveLength(2);
    expect(running).toBeNull();
    expect(readdirSync(settings.backup.folder).sort()).toEqual([...others, ...items.map(({ file }) => file)].sort());
    const last = await lastBackup();
    expect(last).toMatchObject({ file: join(settings.backup.folder, items[0]?.file ?? ''), bytes: items[0]?.bytes });
    await verifyBackup(last?.file ?? '');
    expect(Math.abs(Date.now() - Date.parse(last?.at ?? ''))).toBeLessThan(60_000);
  });

  test('that fail log an error, leave no partial file and delete no good one', async () => {
    const settings = settingsWith({});
    const log = recordingLog();
    const before = [await lastBackup(), readdirSync(settings.backup.folder)];
    const broken = { ...storage, stream: async () => Promise.reject(new Error('the disk is gone')) };
    await expect(makeRegularBackup(settings, { db, storage: broken, log })).rejects.toThrow('the disk is gone');
    expect(log.messages).toEqual(['the backup failed']);
    expect([await lastBackup(), readdirSync(settings.backup.folder)]).toEqual(before);
    expect((await serverState({ db })).backupError?.message).toContain('the disk is gone');
  });

  test('clear an earlier failure, also if the clock of the process is an hour behind', async () => {
    await noteState({ db }, { backupFailedAt: now(), backupError: 'the disk is gone' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const options = { databaseUrl: url, storage, file: join(folder, 'behind.tar.zst') };
    await makeRecordedBackup(db, options).finally(() => vi.useRealTimers());
    expect((await serverState({ db })).backupError).toBeNull();
  });

  test('are not begun on a disk without room for another like the last', async () => {
    const settings = settingsWith({});
    const { free = 0 } = (await diskOf(folder)) ?? {};
    const last = await lastBackup();
    await db.em().nativeUpdate(ServerState, {}, { backupBytes: free * 2 });
    await expect(makeRegularBackup(settings, parts)).rejects.toThrow(
      /^The disk of .* has no room for a backup: \d+ MB/,
    );
    await db.em().nativeUpdate(ServerState, {}, { backupBytes: last?.bytes ?? 0 });
  });

  test('are not made by a restored copy until it is confirmed, and so replace none of the original', async () => {
    const settings = settingsWith({});
    const target = await emptyDatabase();
    await restoreBackup({ backup: await verifyBackup(file), databaseUrl: target, storage: null });
    const copy = await openDatabase({ url: target });
    const ofCopy = { ...parts, db: copy };
    const before = readdirSync(settings.backup.folder);
    await makeRegularBackup(settingsWith({ BACKUP_KEEP: '1' }, target), ofCopy);
    expect(readdirSync(settings.backup.folder)).toEqual(before);
    expect([await confirmRestore({ db: copy }, null), await confirmRestore({ db: copy }, null)]).toEqual([true, false]);
    await makeRegularBackup({ ...settingsWith({}, target), backup: { ...settings.backup, keep: 9 } }, ofCopy);
    expect(readdirSync(settings.backup.folder)).toHaveLength(before.length + 1);
    await copy.close();
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
    await makeRegularBackup(settings, parts);
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });
});
