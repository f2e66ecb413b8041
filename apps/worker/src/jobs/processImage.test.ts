import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, Image, openDatabase, User } from '@kith/db';
import { createTestDatabase } from '@kith/db/testing';
import { attachPostImage, type Context, createPost, type LiveEvent, originalKey } from '@kith/domain';
import { createLog, createPlatform, loadSettings, migratePlatform, type Platform } from '@kith/platform';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createImager } from '../imaging/imager.ts';
import { processImage } from './processImage.ts';

describe('the image job', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kith-image-job-'));
  const events: LiveEvent[] = [];
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  let platform: Platform;
  let ctx: Context;
  let ownerId: number;
  const imager = createImager();

  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    await migratePlatform(database.url);
    const settings = loadSettings({ DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const log = createLog(settings, 'test');
    platform = await createPlatform(settings, { log });
    db = await openDatabase({ url: database.url });
    const live = { ...platform.live, publish: async (event: LiveEvent) => void events.push(event) };
    const domain = { publicUrl: settings.publicUrl, mediaUrl: '/media', passwordSignIn: true };
    ctx = { ...platform, live, db, log, clock: { now: () => new Date() }, settings: domain };
    const em = db.em();
    const alice = em.create(User, {
      userName: 'alice',
      identityUid: 'alice',
      authProvider: 'google',
      email: 'alice@example.org',
    });
    await em.persist(alice).flush();
    ownerId = alice.id;
  });

  afterAll(async () => {
    imager.close();
    await platform.close();
    await db.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A post with a picture still to be made; `bytes` replace what was uploaded, null removes it. */
  async function upload(bytes: Buffer | null): Promise<Image> {
    const actor = { userId: ownerId, sessionId: 'test', reauthenticatedAt: null };
    const { postId } = await createPost(ctx, actor, { userId: ownerId, caption: 'sunrise' });
    const given = { content: bytes ?? Buffer.alloc(1), contentType: 'image/png', width: 700, height: 350 };
    const image = await rowOf(await attachPostImage(ctx, actor, postId, given));
    if (!bytes) await ctx.storage.removeFolder(`originals/${image.key}`);
    events.length = 0;
    return image;
  }

  const picture = () =>
    sharp({ create: { width: 700, height: 350, channels: 3, background: '#ff8800' } })
      .png()
      .toBuffer();
  const rowOf = (id: number) => db.em().findOneOrFail(Image, { id });

  test('run twice at once, as after a lost lock, shows the image once and keeps its files', async () => {
    const { id: imageId, key } = await upload(await picture());
    await Promise.all([processImage(ctx, imager, { imageId }), processImage(ctx, imager, { imageId })]);
    await processImage(ctx, imager, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'ready', width: 700, height: 350, widths: [320, 640, 700] });
    for (const width of [320, 640, 700]) expect(await ctx.storage.read(`media/${key}/${width}.webp`)).not.toBeNull();
    expect(events.filter(({ name }) => name === 'image.processed')).toHaveLength(1);
    expect(await ctx.storage.read(originalKey(key))).toBeNull();
  });

  test.each([
    ['broken bytes', Buffer.from('not a picture')],
    ['no original', null],
  ])('gives up an upload with %s, once and for all', async (_, bytes) => {
    const { id: imageId } = await upload(bytes);
    await processImage(ctx, imager, { imageId });
    await processImage(ctx, imager, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'failed' });
    const told = events.filter(({ name }) => name === 'image.processed');
    expect(told).toMatchObject([{ payload: { imageId, status: 'failed' } }]);
  });

  test('leaves no file of an image that was removed while it worked', async () => {
    const { id: imageId, key } = await upload(await picture());
    const { storage } = ctx;
    const removing: Context = {
      ...ctx,
      storage: {
        ...storage,
        async read(original) {
          const bytes = await storage.read(original);
          await db.pool.query('update posts set image_id = null where image_id = $1', [imageId]);
          await db.pool.query('delete from images where id = $1', [imageId]);
          return bytes;
        },
      },
    };
    await processImage(removing, imager, { imageId });
    expect(await storage.read(`media/${key}/320.webp`)).toBeNull();
    expect(await storage.read(originalKey(key))).toBeNull();
  });
});
