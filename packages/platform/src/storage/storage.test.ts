import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '@kith/domain';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadSettings } from '../settings.ts';
import { startFakeS3 } from '../testing/fakeS3.ts';
import { startS3 } from '../testing/s3Server.ts';
import { startSilentServer } from '../testing/silentServer.ts';
import { recordingLog } from '../testing/stores.ts';
import { createStorage } from './index.ts';
import { createS3Storage } from './s3.ts';

describe.each(['in a folder', 'on S3, two names a page', 'on an S3 server'] as const)('storage %s', (place) => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-files-'));
  let s3: { url: string; settings?: Record<string, string>; stop(): Promise<void> };
  let storage: FileStorage;

  beforeAll(async () => {
    s3 = await (place === 'on an S3 server' ? startS3 : startFakeS3)();
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const bucket = s3.settings ?? { S3_BUCKET: 'kith', S3_ENDPOINT: s3.url, ...keys };
    storage = await createStorage(
      loadSettings({ DATA_DIR: folder, ...(place !== 'in a folder' && bucket) }),
      recordingLog(),
    );
  });

  afterAll(async () => {
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('returns files as they were written, whole or as a stream', async () => {
    await storage.put('media/one/320.webp', Buffer.from('first'), 'image/webp');
    const temporary = await storage.temporaryPath();
    writeFileSync(temporary, 'second');
    await storage.put('media/one/320.webp', { file: temporary }, 'image/webp');
    expect(existsSync(temporary)).toBe(false);
    expect(String(await storage.read('media/one/320.webp'))).toBe('second');
    const found = await storage.stream('media/one/320.webp');
    expect(found?.size).toBe(6);
    expect(found && String(await buffer(found.body))).toBe('second');
    expect(await storage.size('media/one/320.webp')).toBe(6);
    const part = await storage.stream('media/one/320.webp', { from: 1, to: 4 });
    expect(part?.size).toBe(3);
    expect(part && String(await buffer(part.body))).toBe('eco');
  });

  test('returns null for missing files, folders too', async () => {
    expect(await storage.read('media/none/320.webp')).toBeNull();
    expect(await storage.stream('media/none')).toBeNull();
    expect(await storage.size('media/none')).toBeNull();
    expect(await storage.read('media')).toBeNull();
    expect(await storage.stream('media')).toBeNull();
  });

  test('deletes files with their folder, and no other', async () => {
    for (const name of ['a', 'b', 'c']) await storage.put(`media/two/${name}.webp`, Buffer.from(name), 'image/webp');
    await storage.put('media/two2/a.webp', Buffer.from('a'), 'image/webp');
    await storage.removeFolder('media/two');
    await storage.removeFolder('media/two');
    for (const name of ['a', 'b', 'c']) expect(await storage.read(`media/two/${name}.webp`)).toBeNull();
    expect(await storage.read('media/two2/a.webp')).not.toBeNull();
  });

  test('leaves nothing of files that could not be written', async () => {
    const temporary = await storage.temporaryPath();
    await expect(storage.put('media/three/a.webp', { file: temporary }, 'image/webp')).rejects.toThrow('ENOENT');
    expect(await storage.read('media/three/a.webp')).toBeNull();
    expect(readdirSync(join(folder, 'media-store/temporary'))).toEqual([]);
  });

  test('lists files by the prefix of their folder, with their age', async () => {
    for (const key of ['media/Xa/1.webp', 'media/Xa/2.webp', 'media/Xb/1.webp', 'media/Y/1.webp', 'other/Xa/1.webp'])
      await storage.put(key, Buffer.from(key), 'image/webp');
    const found = await Array.fromAsync(storage.list('media/X'));
    expect(found.map(({ key }) => key).sort()).toEqual(['media/Xa/1.webp', 'media/Xa/2.webp', 'media/Xb/1.webp']);
    for (const { changedAt } of found) expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000);
    expect(await Array.fromAsync(storage.list('nothing/X'))).toEqual([]);
  });

  test('deletes partial files once they are old', async () => {
    const [old, young] = [await storage.temporaryPath(), await storage.temporaryPath()];
    for (const temporary of [old, young]) writeFileSync(temporary, 'half');
    utimesSync(old, 1_000, 1_000);
    await storage.removeTemporaryFiles(new Date(Date.now() - 60_000));
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  });

  const keys = ['../a', 'a/../b', '/a', 'a//b', 'a/', '.a', 'a/.b', 'a\\b', 'a\0b', '', 'a%2fb', 'a'.repeat(201), 'ä'];
  test.each(keys)('refuses a key like %j', async (key) => {
    await expect(storage.read(key)).rejects.toThrow(TypeError);
    await expect(storage.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(TypeError);
    await expect(storage.removeFolder(key)).rejects.toThrow(TypeError);
  });
});

test('deleting a folder fails if S3 keeps one of its files, without listing it endlessly', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-files-'));
  const s3 = await startFakeS3();
  const keys = { S3_BUCKET: 'kith', S3_ENDPOINT: s3.url, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const storage = await createStorage(loadSettings({ DATA_DIR: folder, ...keys }), recordingLog());
  for (const name of ['locked1', 'locked2', 'other'])
    await storage.put(`media/kept/${name}.webp`, Buffer.from(name), 'image/webp');
  await expect(storage.removeFolder('media/kept')).rejects.toThrow('AccessDenied');
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('an S3 server refuses a forged key or address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-files-'));
  const s3 = await startS3();
  const open = (more: object) =>
    createStorage(loadSettings({ DATA_DIR: folder, ...s3.settings, ...more }), recordingLog());
  const storage = await open({});
  await storage.put('media/one/320.webp', Buffer.from('a picture'), 'image/webp');
  const address = (await storage.address('media/one/320.webp')) ?? '';
  const statuses = async (url: string) => (await fetch(url)).status;
  const found = await fetch(address);
  expect([found.status, found.headers.get('content-type'), await found.text()]).toEqual([
    200,
    'image/webp',
    'a picture',
  ]);
  expect(await statuses(address.replace(/Signature=..../, 'Signature=0000'))).toBe(403);
  expect(await statuses(address.replace('one/320', 'two/320'))).toBe(403);
  expect(await statuses(address.replace(/Expires=\d+/, 'Expires=9999'))).toBe(403);
  const forged = await open({ S3_SECRET_ACCESS_KEY: 'guessed' });
  await expect(forged.read('media/one/320.webp')).rejects.toThrow(/signature/);
  await expect(forged.put('media/one/320.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow(/signature/);
  expect(String(await storage.read('media/one/320.webp'))).toBe('a picture');
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a store that accepts everything and does not respond is reported as busy, in time and without a partial file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-files-'));
  const { port, stop } = await startSilentServer();
  const target = { bucket: 'kith', endpoint: `http://127.0.0.1:${port}`, publicEndpoint: null, region: 'auto' };
  const times = { connect: 200, pause: 200, begin: 200, whole: 200 };
  const keys = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const storage = await createS3Storage(
    { ...target, ...keys },
    { temporaryFolder: folder, log: recordingLog(), times },
  );
  const temporary = await storage.temporaryPath();
  writeFileSync(temporary, 'a picture');
  const unavailable = { code: 'storage-unavailable', retryAfterSeconds: 5 };
  await expect(storage.put('media/one/320.webp', { file: temporary }, 'image/webp')).rejects.toMatchObject(unavailable);
  expect(existsSync(temporary)).toBe(false);
  await expect(storage.read('media/one/320.webp')).rejects.toMatchObject(unavailable);
  await expect(storage.removeFolder('media/one')).rejects.toMatchObject(unavailable);
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

test('fifty downloads that nobody reads on delay neither another, nor an upload, nor a deletion', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-files-'));
  const s3 = await startFakeS3();
  const target = { bucket: 'kith', endpoint: s3.url, publicEndpoint: null, region: 'auto' };
  const times = { connect: 2_000, pause: 120_000, begin: 5_000, whole: 5_000 };
  const storage = await createS3Storage(
    { ...target, accessKeyId: 'id', secretAccessKey: 'secret' },
    { temporaryFolder: folder, log: recordingLog(), times },
  );
  const key = 'media/one/video.mp4';
  await storage.put(key, Buffer.alloc(1_000_000), 'video/mp4');
  const downloads = await Promise.all(Array.from({ length: 50 }, () => storage.stream(key)));
  expect(await storage.read(key)).toHaveLength(1_000_000);
  await storage.put('media/two/320.webp', Buffer.from('a picture'), 'image/webp');
  await storage.removeFolder('media/two');
  expect(await storage.size('media/two/320.webp')).toBeNull();
  for (const download of downloads) download?.body.destroy();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a file is sent again after a reset connection, and all messages of the client go to the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-files-'));
  const s3 = await startS3();
  let resets = 2;
  const line = createServer((socket) => {
    socket.on('error', () => {});
    // Closes the connection after the first bytes, as a stopped store does.
    if (resets > 0) {
      resets -= 1;
      socket.once('data', () => socket.resetAndDestroy());
      return;
    }
    const there = connect(Number(new URL(s3.url).port), '127.0.0.1').on('error', () => {});
    socket.pipe(there).pipe(socket);
  });
  await new Promise<void>((done) => void line.listen(0, '127.0.0.1', done));
  const log = recordingLog();
  const said = vi.spyOn(console, 'warn');
  const S3_ENDPOINT = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  const storage = await createStorage(loadSettings({ DATA_DIR: folder, ...s3.settings, S3_ENDPOINT }), log);
  const temporary = await storage.temporaryPath();
  const bytes = randomBytes(3_000_000);
  writeFileSync(temporary, bytes);
  await storage.put('media/one/320.webp', { file: temporary }, 'image/webp');
  expect(resets).toBe(0);
  expect(await storage.read('media/one/320.webp')).toEqual(bytes);
  expect(said).not.toHaveBeenCalled();
  expect(log.messages).toContain('the S3 client reported a problem');
  said.mockRestore();
  line.close();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});
