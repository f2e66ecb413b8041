import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { createFileStorage } from './files.ts';

describe('files in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-files-'));
  const storage = createFileStorage(folder);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('come back as they were put, whole or as a stream', async () => {
    await storage.put('media/one/320.webp', Buffer.from('first'), 'image/webp');
    await storage.put('media/one/320.webp', Readable.from([Buffer.from('sec'), Buffer.from('ond')]), 'image/webp');
    expect(String(await storage.read('media/one/320.webp'))).toBe('second');
    const found = await storage.stream('media/one/320.webp');
    expect(found?.size).toBe(6);
    expect(found && String(await buffer(found.body))).toBe('second');
  });

  test('that are not there are null, folders too', async () => {
    expect(await storage.read('media/none/320.webp')).toBeNull();
    expect(await storage.stream('media/none')).toBeNull();
    expect(await storage.read('media')).toBeNull();
  });

  test('go with their folder, and with no other', async () => {
    await storage.put('media/two/a.webp', Buffer.from('a'), 'image/webp');
    await storage.put('media/two2/a.webp', Buffer.from('a'), 'image/webp');
    await storage.removeFolder('media/two');
    await storage.removeFolder('media/two');
    expect(await storage.read('media/two/a.webp')).toBeNull();
    expect(await storage.read('media/two2/a.webp')).not.toBeNull();
  });

  test('leave nothing behind when their stream breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('the line broke');
      })(),
    );
    await expect(storage.put('media/three/a.webp', broken, 'image/webp')).rejects.toThrow('the line broke');
    expect(await storage.read('media/three/a.webp')).toBeNull();
    expect(readdirSync(join(folder, 'drafts'))).toEqual([]);
  });

  test.each([
    '../a',
    'a/../b',
    '/a',
    'a//b',
    'a/',
    '.hidden',
    'a/.b',
    'a\\b',
    'a\0b',
    '',
    'a%2fb',
    'a'.repeat(201),
    'ä',
  ])('have no key like %j', async (key) => {
    await expect(storage.read(key)).rejects.toThrow(TypeError);
    await expect(storage.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(TypeError);
    await expect(storage.removeFolder(key)).rejects.toThrow(TypeError);
  });
});
