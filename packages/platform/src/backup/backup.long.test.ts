// Long: restores what an operator seldom has: archives on S3, and forged ones.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupForFile, emptyDatabase, migratedDatabase, query, rowsOf } from '../testing/backups.ts';
import { startFakeS3 } from '../testing/fakeS3.ts';
import { type Manifest, writeArchive } from './archive.ts';
import { restoreBackup, verifyBackup, writeBackup } from './index.ts';

const { folder, url, storage, file, filesIn } = await backupForFile();
let s3: Awaited<ReturnType<typeof startFakeS3>>;

beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());

describe('a backup', () => {
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
    const target = await migratedDatabase();
    await restoreBackup({ backup: await verifyBackup(other), databaseUrl: target, storage: onS3 });
    expect(await rowsOf(target)).toEqual(await rowsOf(url));
    expect(await onS3.read('media/AReadyPicture00000000000/320.webp')).toEqual(
      await storage.read('media/AReadyPicture00000000000/320.webp'),
    );
  });
});

describe('a restore refuses', () => {
  test('an intact archive whose row counts differ from its manifest', async () => {
    const { manifest, contents } = await verifyBackup(file);
    const forged = join(folder, 'forged');
    await writeArchive(forged, manifest, async (writer) => {
      await writer.addBytes('database/users/000001', Buffer.from(''));
      await writer.addBytes('contents.json', Buffer.from(JSON.stringify(contents)));
    });
    await expect(verifyBackup(forged)).rejects.toThrow(/goes on after its end|is not what was written/);
  });

  test('rows with a broken reference in the middle', async () => {
    const { manifest } = await verifyBackup(file);
    const torn = join(folder, 'torn');
    await writeArchive(torn, manifest, async (writer) => {
      const likes = '1\t999\t999\t2026-01-01 00:00:00+00\t\\N\n';
      await writer.addBytes('database/likes/000001', Buffer.from(likes));
    });
    const target = await migratedDatabase();
    const before = await rowsOf(target);
    await expect(
      restoreBackup({ backup: await verifyBackup(torn), databaseUrl: target, storage: null, force: true }),
    ).rejects.toThrow(/foreign key/);
    expect(await rowsOf(target)).toEqual(before);
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
    const target = await migratedDatabase();
    const before = await rowsOf(target);
    const settings = () => query(target, 'select * from pg_db_role_setting');
    const set = await settings();
    await expect(
      restoreBackup({ backup: await verifyBackup(hostile), databaseUrl: target, storage: null, force: true }),
    ).rejects.toThrow("which is no table of Kith's");
    expect([await rowsOf(target), await settings()]).toEqual([before, set]);
  });

  test('a database of another program', async () => {
    const target = await emptyDatabase();
    await query(target, 'create table accounts (id int)');
    await expect(
      restoreBackup({ backup: await verifyBackup(file), databaseUrl: target, storage: null, force: true }),
    ).rejects.toThrow("holds what is not Kith's (public.accounts)");
  });
});
