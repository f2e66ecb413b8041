// Long: reads archives of a hundred thousand files; importUploads.test.ts refuses what is no ZIP.
import { probe } from '@kith/db/testing';
import { craftPng } from '@kith/domain/testing';
import { type CraftedFile, craftZip } from '@kith/domain/testing/zip';
import { describe, expect, it } from 'vitest';
import { importArchive } from '../testing/imports.ts';
import { castForFile } from '../testing/serverForFile.ts';

/** In these tests malicious archives are uploaded. */
const { server, alice } = await castForFile();

const note = (id: string, more: object = {}) => ({
  type: 'Note',
  id: `https://x.example/${id}`,
  published: '2020-01-01T00:00:00Z',
  to: ['as:Public'],
  content: id,
  ...more,
});
const outbox = (text: string, ...files: CraftedFile[]) => craftZip([{ name: 'outbox.json', data: text }, ...files]);
const listing = (items: object[]) => JSON.stringify({ orderedItems: items });
const one = listing([note('one')]);
const filesLeft = () => Array.fromAsync(server.deps.domain.storage.list('imports/'));
const zeros = Buffer.alloc(3 * 2 ** 20);
const nested = (depth: number) => `{"orderedItems":[{"a":${'['.repeat(depth)}${']'.repeat(depth)}}]}`;
const many = Array.from({ length: 100_001 }, (_, i) => ({ name: `${i}`, stored: true }));

describe('a hostile archive', () => {
  it.each<[what: string, bytes: () => Buffer, code: string]>([
    ['with a path that leads up', () => outbox(one, { name: 'media/../../etc/passwd' }), 'unsafe-path'],
    ['with an absolute path', () => outbox(one, { name: '/etc/passwd' }), 'unsafe-path'],
    ['with a drive letter', () => outbox(one, { name: 'C:\\windows\\x' }), 'unsafe-path'],
    ['with a path up by backslashes', () => outbox(one, { name: '..\\..\\x' }), 'unsafe-path'],
    ['with a NUL in a name', () => outbox(one, { name: 'a\0.png' }), 'unsafe-path'],
    [
      'with a symbolic link',
      () => outbox(one, { name: 'a.png', data: '/etc/passwd', mode: 0o120777 }),
      'symbolic-link',
    ],
    ['with an encrypted file', () => outbox(one, { name: 'a.png', flags: 0x801 }), 'encrypted'],
    ['that unpacks to a thousand times its size', () => outbox(one, { name: 'a.png', data: zeros }), 'bomb'],
    ['whose list is a bomb', () => outbox(' '.repeat(3 * 2 ** 20) + one), 'bomb'],
    ['whose files share their bytes', () => outbox(one, { name: 'a' }, { name: 'b', at: 0 }), 'overlapping'],
    ['with a file beyond its end', () => outbox(one, { name: 'a.png', at: 10_000_000 }), 'overlapping'],
    ['of 100,001 files', () => craftZip([{ name: 'outbox.json', data: one }, ...many]), 'too-many-files'],
    [
      'that names more files than it has',
      () => craftZip([{ name: 'outbox.json', data: one }], { count: 9 }),
      'not-a-zip',
    ],
    [
      'whose list is longer than declared',
      () => craftZip([{ name: 'outbox.json', data: one, size: 9 }]),
      'unreadable-json',
    ],
    [
      'whose list is shorter than declared',
      () => craftZip([{ name: 'outbox.json', data: one, size: 999 }]),
      'unreadable-json',
    ],
    [
      'whose list is packed in an unknown way',
      () => craftZip([{ name: 'outbox.json', data: one, method: 12 }]),
      'not-a-zip',
    ],
    ['whose list is no JSON', () => outbox('{"orderedItems": [{]}'), 'unreadable-json'],
    ['whose list ends early', () => outbox('{"orderedItems": [{}'), 'unreadable-json'],
    ['whose list is an HTML page', () => outbox('<html></html>'), 'unreadable-json'],
    ['whose list is nested too deeply', () => outbox(nested(100_000)), 'unreadable-json'],
    [
      'with a post of two megabytes',
      () => outbox(listing([note('x'.repeat(9)), { a: noise(2 ** 21) }])),
      'too-large-json',
    ],
    ['with a name that fills memory', () => outbox(one, { name: `${'x'.repeat(5_000)}.png` }), 'long-name'],
    ['that ends early', () => outbox(one).subarray(0, -30), 'not-a-zip'],
    [
      'with a missing part in its middle',
      () => withoutBytes(outbox(one, { name: 'a.png', data: noise(9) }), 40, 90),
      'not-a-zip',
    ],
    ['within an archive', () => craftZip([{ name: 'inner.zip', data: outbox(one) }]), 'unknown-archive'],
    ['without posts', () => craftZip([{ name: 'readme.txt', data: 'hello' }]), 'unknown-archive'],
    ['without files', () => craftZip([]), 'unknown-archive'],
    [
      'of Instagram with pages',
      () => craftZip([{ name: 'your_instagram_activity/media/posts_1.html' }]),
      'html-archive',
    ],
  ])('%s is refused with a reason, and nothing of it is kept', async (_what, bytes, code) => {
    const outcome = await importArchive(server, alice, bytes());
    expect(outcome).toMatchObject({ state: 'failed', found: 0, done: 0, left: 0, skippedCount: 1 });
    expect(outcome.skipped).toEqual([{ what: 'ZIP', code, why: expect.stringMatching(/^[A-Z].*\.$/) }]);
    await settle();
  });

  it('with malformed posts imports the valid ones, and gives reasons for the others', async () => {
    const items = [
      ...[null, 1, 'x', [], {}, { type: 'Note' }, { object: { type: 'Note', id: 7 } }],
      note('no date', { published: 'yesterday' }),
      note('of the year 300000', { published: '+300000-01-01T00:00:00Z' }),
      note('long ago', { published: '-000044-03-15T00:00:00Z' }),
      note('a number', { content: 5, attachment: 'x' }),
      note('odd lists', { to: { a: 1 }, cc: ['as:Public'], attachment: [null, { url: {} }, { url: '/../../x' }] }),
      note('bytes \u0000 \ud800 that no database takes', { content: 'nul \u0000 half \ud800 end' }),
      note('nested links', { content: '<a>'.repeat(5_000) }),
      note('tags', {
        content: `Hello ${'<a'.repeat(30_000)} ${'<!--'.repeat(3_000)} ${' <b> </b>'.repeat(9_000)} end`,
      }),
    ];
    const outcome = await importArchive(server, alice, outbox(listing(items as object[])));
    expect(outcome).toMatchObject({ state: 'done', left: 0 });
    expect(outcome.done).toBe(4);
    const { body } = await alice.get(`/users/${alice.userId}/posts`);
    const captions = body.data.map(({ caption }: { caption: string }) => caption);
    expect(captions).toContain('nul  half \ufffd end');
    expect(captions).toContain('odd lists');
    await settle();
  });

  it('with a duplicate file name reads it once, and does not treat a nested archive as a picture', async () => {
    const attachment = [{ url: 'a.png' }, { url: 'inner.png' }];
    const archive = craftZip([
      { name: 'outbox.json', data: listing([note('first', { attachment })]) },
      { name: 'outbox.json', data: listing([note('second')]) },
      { name: 'a.png', data: craftPng(3, 3) },
      { name: 'a.png', data: craftPng(4, 4) },
      { name: 'inner.png', data: outbox(one) },
    ]);
    const outcome = await importArchive(server, alice, archive);
    expect(outcome).toMatchObject({ state: 'done', found: 1, done: 1, skipped: [{ code: 'unsupported-picture' }] });
    const [post] = (await alice.get(`/users/${alice.userId}/posts`)).body.data;
    expect([post.caption, post.images.length]).toEqual(['first', 1]);
    await alice.delete(`/posts/${post.postId}`);
    await probe(server.deps.domain.db, 'delete from images');
    await settle();
  });

  it('with files that are no pictures imports the posts without them', async () => {
    const attachment = ['page.png', 'huge.png', 'cut.png', 'pixels.png', 'short.png'].map((url) => ({ url }));
    const archive = outbox(
      listing([note('many', { attachment }), note('', { content: '', attachment: [{ url: 'page.png' }] })]),
      { name: 'page.png', data: '<svg onload="alert(1)">' },
      { name: 'huge.png', data: noise(16 * 2 ** 20), stored: true },
      { name: 'cut.png', data: craftPng(9, 9).subarray(0, 12) },
      { name: 'pixels.png', data: craftPng(9_000, 9_000) },
      { name: 'short.png', data: craftPng(9, 9), size: 4_000 },
    );
    const outcome = await importArchive(server, alice, archive);
    expect(outcome).toMatchObject({ state: 'done', found: 2, done: 1 });
    expect(
      outcome.skipped.map(({ code, what }: { code: string; what: string }) => [code, /\w+\.png$/.exec(what)?.[0]]),
    ).toEqual([
      ['unsupported-picture', 'page.png'],
      ['too-large-picture', 'huge.png'],
      ['unreadable-picture', 'cut.png'],
      ['too-large-picture', 'pixels.png'],
      ['unreadable-picture', 'short.png'],
      ['unsupported-picture', 'page.png'],
    ]);
    expect((await probe(server.deps.domain.db, 'select 1 from images')).rows).toEqual([]);
    await settle();
  });

  it('of a hundred thousand boosts lists a thousand of them', async () => {
    const items = Array.from({ length: 100_000 }, () => ({
      type: 'Announce',
      published: '2020-01-01T00:00:00Z',
      object: `https://y.example/${crypto.randomUUID()}`,
    }));
    const outcome = await importArchive(server, alice, outbox(listing(items)));
    expect(outcome).toMatchObject({ state: 'done', found: 100_000, done: 0, skippedCount: 100_000 });
    expect(outcome.skipped).toHaveLength(1_000);
  }, 60_000);
});

const withoutBytes = (bytes: Buffer, from: number, to: number) =>
  Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);

/** Text that compresses badly. */
function noise(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)))
    .toString('hex')
    .repeat(Math.ceil(bytes / 131_072));
}

/** Deletes the uploaded archives, as a job of the worker does, and expects that the imports have left no other files. */
async function settle(): Promise<void> {
  const { db, storage } = server.deps.domain;
  const { rows } = await probe(db, `select key from imports`);
  for (const { key } of rows) await storage.removeFolder(`imports/${key}`);
  expect(await filesLeft()).toEqual([]);
}
