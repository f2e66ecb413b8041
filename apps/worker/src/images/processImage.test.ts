import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Image } from '@kith/db';
import { insertMember, probe } from '@kith/db/testing';
import {
  beginAttempt,
  type Context,
  createPost,
  type Job,
  type LiveEvent,
  originalKey,
  pictureHandlers,
  postPicture,
  profilePicture,
  relayPendingJobs,
  removeImages,
  resumeImages,
  sweepImages,
} from '@kith/domain';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextForFile } from '../testing/contextForFile.ts';
import { createImager } from './imager.ts';
import { processImage } from './processImage.ts';

const { ctx, db, platform, folder } = await contextForFile();

describe('the image job', () => {
  const events: LiveEvent[] = [];
  const queued: Job[] = [];
  const imager = createImager();
  const imaging = { imager, ffmpeg: null, handlers: pictureHandlers };
  const dyingImager = createImager({
    script: fileURLToPath(new URL('../testing/crashingImager.ts', import.meta.url)),
  });
  const dying = { ...imaging, imager: dyingImager };
  let ownerId: number;

  beforeAll(async () => {
    const { add } = platform.queue;
    ctx.queue = {
      ...platform.queue,
      add(jobs) {
        queued.push(...jobs);
        return add(jobs);
      },
    };
    ctx.live = { ...platform.live, publish: async (event) => void events.push(event) };
    ownerId = (await insertMember(db, 'alice')).userId;
  });
  afterAll(() => {
    imager.close();
    dyingImager.close();
  });

  test('counts the stored bytes: first the original, then the variants', async () => {
    const image = await upload(null);
    expect(image.bytes).toBe((await picture()).length);
    await ctx.storage.put(originalKey(image.key), await picture(), 'image/png');
    await processImage(ctx, imaging, { imageId: image.id });
    const { widths, key, bytes } = await rowOf(image.id);
    const files = await Promise.all(widths.map((width) => ctx.storage.read(`media/${key}/${width}.webp`)));
    expect(bytes).toBe(files.reduce((sum, file) => sum + (file?.length ?? 0), 0));
  });

  test('has a later round for each further pending picture of a member, also when resumed', async () => {
    queued.length = 0;
    const actor = { userId: ownerId, sessionId: 'test', reauthenticatedAt: null };
    for (let i = 0; i < 2; i += 1) await profilePicture.attach(ctx, actor, { userId: ownerId }, await picture());
    await relayPendingJobs(ctx);
    const rounds = () => queued.flatMap((job) => (job.name === 'images.process' ? [job.payload.round] : []));
    await expect.poll(rounds).toEqual([1, 2]);
    await db.em().nativeUpdate(Image, { status: 'processing' }, { createdAt: new Date(Date.now() - 120_000) });
    queued.length = 0;
    await resumeImages(ctx);
    expect(rounds()).toEqual([1, 2]);
    await db.em().nativeDelete(Image, { status: 'processing' });
  });

  test('that is a video whose conversion was lost is converted by a new job', async () => {
    const image = await upload(await picture());
    const createdAt = new Date(Date.now() - 120_000);
    await db
      .em()
      .nativeUpdate(Image, { id: image.id }, { media: 'video', failure: 'unsupported-video hevc', createdAt });
    queued.length = 0;
    await resumeImages(ctx);
    const resumed = () => queued.filter((job) => 'imageId' in job.payload && job.payload.imageId === image.id);
    await expect.poll(resumed).toMatchObject([{ name: 'images.transcode', id: `video-${image.id}` }]);
    await db.em().nativeUpdate(Image, { id: image.id }, { status: 'failed' });
  });

  /** Creates a post with an unprocessed picture. `bytes` replace the uploaded file; null deletes it. */
  async function upload(bytes: Buffer | null): Promise<Image> {
    const actor = { userId: ownerId, sessionId: 'test', reauthenticatedAt: null };
    const { postId } = await createPost(ctx, actor, { userId: ownerId, caption: 'sunrise' });
    const { imageId } = await postPicture.attach(ctx, actor, { postId, place: 'first' }, await picture());
    const image = await rowOf(imageId);
    if (bytes) await ctx.storage.put(originalKey(image.key), bytes, 'image/png');
    else await ctx.storage.removeFolder(`originals/${image.key}`);
    events.length = 0;
    queued.length = 0;
    return image;
  }

  const made = sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff8800' } })
    .png()
    .toBuffer();
  const picture = () => made;
  const rowOf = (id: number) => db.em().findOneOrFail(Image, { id });

  test('that runs twice concurrently, as after a lost lock, publishes the image once and keeps its files', async () => {
    const { id: imageId, key } = await upload(await picture());
    await Promise.all([processImage(ctx, imaging, { imageId }), processImage(ctx, imaging, { imageId })]);
    await processImage(ctx, imaging, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'ready', width: 400, height: 200, widths: [320, 400] });
    for (const width of [320, 400]) expect(await ctx.storage.read(`media/${key}/${width}.webp`)).not.toBeNull();
    expect(events.filter(({ name }) => name === 'image.processed')).toHaveLength(1);
    expect(await ctx.storage.read(originalKey(key))).toBeNull();
    expect(await readdir(join(folder, 'media-store/temporary'))).toEqual([]);
  });

  test.each([
    ['broken bytes', Buffer.from('not a picture')],
    ['no original', null],
  ])('gives up an upload with %s, once and for all', async (_, bytes) => {
    const { id: imageId } = await upload(bytes);
    const later = { ...ctx, clock: { now: () => new Date(Date.now() + 6 * 60_000) } };
    await processImage(later, imaging, { imageId });
    await processImage(later, imaging, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'failed' });
    const processed = events.filter(({ name }) => name === 'image.processed');
    expect(processed).toMatchObject([{ payload: { imageId, status: 'failed' } }]);
  });

  test('retries for a while when its original is missing', async () => {
    const { id: imageId, key } = await upload(null);
    for (let tries = 0; tries < 4; tries += 1)
      await expect(processImage(ctx, imaging, { imageId })).rejects.toThrow('the original is missing');
    await ctx.storage.put(originalKey(key), await picture(), 'image/jpeg');
    await processImage(ctx, imaging, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'ready' });
  });

  test('leaves no file of an image that was removed during processing', async () => {
    const { id: imageId, key } = await upload(await picture());
    const { storage } = ctx;
    const removing: Context = {
      ...ctx,
      storage: {
        ...storage,
        async stream(original) {
          const found = await storage.stream(original);
          await probe(db, 'update posts set image_id = null where image_id = $1', [imageId]);
          await probe(db, 'delete from images where id = $1', [imageId]);
          return found;
        },
      },
    };
    await processImage(removing, imaging, { imageId });
    expect(await storage.read(`media/${key}/320.webp`)).toBeNull();
    expect(await storage.read(originalKey(key))).toBeNull();
  });

  test('whose process is killed for memory more often is kept, and made once there is memory again', async () => {
    const { id: imageId, key } = await upload(Buffer.from('no memory'));
    for (let i = 0; i < 5; i++)
      await expect(processImage(ctx, dying, { imageId })).rejects.toThrow('not enough memory');
    await ctx.storage.put(originalKey(key), await picture(), 'image/png');
    await processImage(ctx, imaging, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'ready', attempts: 0 });
  });

  test('that crashes its process three times is given up: the author sees it on the post, and the original is deleted', async () => {
    const { id: imageId, key } = await upload(await picture());
    for (const attempts of [1, 2]) {
      await expect(processImage(ctx, dying, { imageId })).rejects.toThrow('SIGABRT');
      expect(await rowOf(imageId)).toMatchObject({ status: 'processing', attempts });
    }
    await processImage(ctx, dying, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'failed', attempts: 3 });
    const processed = events.map(({ name, payload }) => ({ name, ...payload }));
    expect(processed).toMatchObject([
      { name: 'image.processed', status: 'failed' },
      { name: 'post.changed', authorId: ownerId },
    ]);
    const removal = queued.find(({ name }) => name === 'images.remove');
    expect(removal?.payload).toEqual({ keys: [key] });
    await removeImages(ctx, [key]);
    expect(await ctx.storage.read(originalKey(key))).toBeNull();
  });

  test('whose worker was killed in ten attempts is not retried', async () => {
    const { id: imageId } = await upload(await picture());
    for (let i = 0; i < 10; i++) await beginAttempt(ctx, imageId);
    await resumeImages(ctx);
    await processImage(ctx, imaging, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'failed', widths: [] });
  });

  test('whose worker was killed in a few attempts for other reasons is made all the same', async () => {
    const { id: imageId } = await upload(await picture());
    for (let i = 0; i < 5; i++) await beginAttempt(ctx, imageId);
    await processImage(ctx, imaging, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'ready', attempts: 0 });
  });

  test('does not count an attempt against a picture when the storage fails', async () => {
    const { id: imageId } = await upload(await picture());
    const failing: Context = { ...ctx, storage: { ...ctx.storage, put: () => Promise.reject(new Error('no space')) } };
    for (let i = 0; i < 4; i++) await expect(processImage(failing, imaging, { imageId })).rejects.toThrow('no space');
    await processImage(ctx, imaging, { imageId });
    expect(await rowOf(imageId)).toMatchObject({ status: 'ready', attempts: 0 });
  });

  test('that failed is removed from its post by the call that reports it', async () => {
    const { id: imageId } = await upload(Buffer.from('not a picture'));
    const shown = () => probe(db, 'select 1 from posts where image_id = $1', [imageId]);
    await postPicture.discard(ctx, imageId);
    expect((await shown()).rowCount).toBe(1);
    await processImage(ctx, imaging, { imageId });
    expect((await shown()).rowCount).toBe(1);
    await postPicture.discard(ctx, imageId);
    expect((await shown()).rowCount).toBe(0);
    expect(await db.em().count(Image, { id: imageId })).toBe(0);
  });

  test('leaves nothing for the sweep, which deletes files without a row that are over an hour old', async () => {
    const ready = await upload(await picture());
    await processImage(ctx, imaging, { imageId: ready.id });
    const waiting = await upload(await picture());
    const put = (key: string) => ctx.storage.put(key, Buffer.from('x'), 'image/webp');
    // These are an original that a killed worker left although its variants exist, and files without rows.
    const orphan = 'Q'.repeat(24);
    const left = [originalKey(ready.key), originalKey(orphan), `media/${orphan}/320.webp`];
    for (const key of left) await put(key);
    const temporary = await ctx.storage.temporaryPath();
    await writeFile(temporary, 'half an upload');
    const sweep = async (minutesOn: number) => {
      const clock = { now: () => new Date(Date.now() + minutesOn * 60_000) };
      for (const letter of new Set([ready.key, waiting.key, orphan].map((key) => key.charAt(0))))
        await sweepImages({ ...ctx, clock }, letter);
    };
    const there = (keys: string[]) => Promise.all(keys.map(async (key) => (await ctx.storage.read(key)) !== null));
    await sweep(50);
    expect([await there(left), existsSync(temporary)]).toEqual([[true, true, true], true]);
    await sweep(70);
    expect([await there(left), existsSync(temporary)]).toEqual([[false, false, false], false]);
    expect(await there([originalKey(waiting.key), `media/${ready.key}/320.webp`])).toEqual([true, true]);
  });
});
