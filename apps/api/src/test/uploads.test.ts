import { probe } from '@kith/db/testing';
import { craftAvif, craftPng as png } from '@kith/domain/testing';
import { describe, expect, it } from 'vitest';
import { publish } from '../testing/actions.ts';
import { castForFile } from '../testing/serverForFile.ts';
import type { Person } from '../testing/testApp.ts';
import { upload } from '../testing/uploads.ts';

const { server, alice, bob, stranger } = await castForFile();
const postId = await publish(alice, 'with a picture');

const send = (who: Person, file: Buffer, options = {}, url = `/posts/${postId}/image`) =>
  upload(who, url, { file, ...options });

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(200)]);

describe('an upload', () => {
  it.each<[string, Buffer, number, string]>([
    ['an SVG', svg, 415, 'image-unsupported'],
    ['a HEIC', heic, 415, 'image-heic'],
    ['a page named .jpg', Buffer.from('<!doctype html><title>x</title>'), 415, 'image-unsupported'],
    ['nothing', Buffer.alloc(0), 415, 'image-unsupported'],
    ['a PDF', Buffer.from('%PDF-1.7 ...'), 415, 'image-unsupported'],
    ['51 megapixels in a few bytes', png(8_000, 6_400), 413, 'image-too-many-pixels'],
    ['one pixel by a billion', png(1, 1_000_000_000), 413, 'image-too-many-pixels'],
    ['50,000 by 50,000', png(50_000, 50_000), 413, 'image-too-many-pixels'],
    ['a strip of 50 megapixels', png(1, 50_000_000), 413, 'image-side-too-long'],
    ['an AVIF of 17 megapixels', craftAvif(4_250, 4_000), 413, 'avif-too-many-pixels'],
    ['an AVIF without a size', craftAvif(0, 10), 415, 'image-unreadable'],
    ['a PNG without a size', png(0, 10), 415, 'image-unreadable'],
    ['15.1 MiB', Buffer.concat([png(10, 10), Buffer.alloc(15.1 * 2 ** 20)]), 413, 'image-too-large'],
  ])('of %s is refused, and the post is as it was', async (_what, bytes, status, code) => {
    const answer = await send(alice, bytes, { fileName: '../../etc/photo.jpg' });
    expect([answer.status, answer.body.success, answer.body.code]).toEqual([status, false, code]);
    expect((await alice.query('posts.byId', { postId })).body.result.data.image).toBeNull();
    expect((await probe(server.deps.domain.db, 'select 1 from images')).rows).toEqual([]);
  });

  it('of a profile picture is refused by the same rules', async () => {
    for (const [file, code] of [
      [svg, 'image-unsupported'],
      [Buffer.concat([png(10, 10), Buffer.alloc(15.1 * 2 ** 20)]), 'image-too-large'],
    ] as const)
      expect((await send(alice, file, {}, `/users/${alice.userId}/profile-picture`)).body.code).toBe(code);
    expect((await probe(server.deps.domain.db, 'select 1 from images')).rows).toEqual([]);
  });

  it('is refused once the stored pictures fill the storage limit', async () => {
    const { domain } = server.deps;
    const { settings } = domain;
    domain.settings = { ...settings, memberStorage: 5_000_000_000 };
    await probe(
      domain.db,
      `insert into images (owner_id, kind, key, status, bytes)
       select $1, 'profile', 'room' || n, 'failed', 1e9 from generate_series(1, 5) n`,
      [alice.userId],
    );
    const answer = await send(alice, png(10, 10));
    expect([answer.status, answer.body.code]).toEqual([409, 'storage-full']);
    await probe(domain.db, `delete from images where key like 'room%'`);
    domain.settings = settings;
  });

  it('is refused if it breaks off, has no file, or is no form', async () => {
    expect((await send(alice, png(10, 10), { whole: false })).status).toBe(400);
    expect((await send(alice, png(10, 10), { name: 'other' })).status).toBe(400);
    const json = await alice.post(`/posts/${postId}/image`, { file: 'x' });
    expect([json.status, json.body.success]).toEqual([415, false]);
  });

  it('to another member’s post or profile is refused before its bytes are read', async () => {
    expect((await send(bob, png(10, 10))).status).toBe(403);
    expect((await send(bob, png(10, 10), {}, `/users/${alice.userId}/profile-picture`)).status).toBe(403);
    expect((await send(stranger, png(10, 10))).status).toBe(401);
    expect((await send(alice, png(10, 10), {}, '/posts/999999/image')).status).toBe(404);
    expect((await send(alice, png(10, 10), {}, '/posts/x/image')).status).toBe(404);
  });

  it('that takes longer than five seconds is answered as being processed', async () => {
    const answer = await send(alice, png(40, 30));
    expect([answer.status, answer.body.data.imageStatus]).toEqual([202, 'processing']);
    expect(answer.body.data.image).toMatchObject({ status: 'processing', width: 40, height: 30, widths: [] });
    expect(answer.body.data.imageUrl).toBeNull();
  });
});

describe('media', () => {
  it.each([
    '/media/aaaaaaaaaaaaaaaaaaaaaaaa/1080.webp',
    '/media/..%2f..%2foriginals/x/1080.webp',
    '/media/aaaaaaaaaaaaaaaaaaaaaaaa/original',
    '/media//aaaaaaaaaaaaaaaaaaaaaaaa/1080.webp',
    '/originals/aaaaaaaaaaaaaaaaaaaaaaaa/original',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
  ])('are not served at %s', async (url) => {
    const { status, body } = await stranger.get(url);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain('workspaces');
  });
});
