import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Image } from '@kith/db';
import { insertMember } from '@kith/db/testing';
import { createPost, deletePost, type Job, pictureHandlers, postPicture, removeImages } from '@kith/domain';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { contextForFile } from '../testing/contextForFile.ts';
import { craftMp4 } from '../testing/craftedVideos.ts';
import { createFfmpeg, type Ffmpeg } from './ffmpeg.ts';
import { createImager } from './imager.ts';
import { processImage } from './processImage.ts';
import { transcodeVideo } from './transcodeVideo.ts';

const { ctx, db, platform, folder } = await contextForFile();
const { userId } = await insertMember(db, 'alice');
const actor = { userId, sessionId: 'test', reauthenticatedAt: null };
const queued: Job[] = [];
ctx.queue = { ...platform.queue, add: async (added) => void queued.push(...added) };
const imager = createImager();
afterAll(() => imager.close());
const without = { imager, ffmpeg: null, handlers: pictureHandlers };

/** Uploads a file to a new post, and processes it once. */
async function upload(path: string, imaging: Parameters<typeof processImage>[1]): Promise<Image> {
  const { postId } = await createPost(ctx, actor, { userId, caption: 'a film' });
  const temporary = await ctx.storage.temporaryPath();
  await copyFile(path, temporary);
  const { imageId } = await postPicture.attach(ctx, actor, { postId, place: 'last' }, { file: temporary });
  await processImage(ctx, imaging, { imageId });
  return rowOf(imageId);
}
const rowOf = (id: number) => db.em().findOneOrFail(Image, { id });
const jobs = () => queued.splice(0).flatMap((job) => (job.name === 'images.transcode' ? [job.payload] : []));
const filesOf = async ({ key }: Image) =>
  [
    ...(await Array.fromAsync(ctx.storage.list(`originals/${key}`))),
    ...(await Array.fromAsync(ctx.storage.list(`media/${key}`))),
  ]
    .map((file) => file.key.replace(key, 'KEY'))
    .toSorted();

test('a video becomes a file with the variants of its poster, and the original is gone', async () => {
  const path = join(folder, 'film.mp4');
  await writeFile(path, craftMp4());
  const image = await upload(path, without);
  expect(image).toMatchObject({
    status: 'ready',
    media: 'video',
    container: 'mp4',
    durationMs: 990,
    width: 320,
    height: 240,
  });
  expect(await filesOf(image)).toEqual(['media/KEY/320.webp', 'media/KEY/video.mp4']);
  const files = await Promise.all(
    ['320.webp', 'video.mp4'].map((name) => ctx.storage.size(`media/${image.key}/${name}`)),
  );
  expect(image.bytes).toBe(files.reduce((sum: number, size) => sum + (size ?? 0), 0));
  expect(await readdir(join(folder, 'media-store/temporary'))).toEqual([]);
});

/** What the worker uses, with a stand-in for ffmpeg that converts like this. */
const imagingWith = (transcode: Ffmpeg['transcode']) => ({
  ...without,
  ffmpeg: { frame: async () => false, transcode },
});

test('without ffmpeg, a video of another codec is given up, and nothing of it is kept', async () => {
  const path = join(folder, 'hevc.mp4');
  await writeFile(path, craftMp4([{ entry: 'hvc1' }]));
  const image = await upload(path, without);
  expect(image).toMatchObject({ status: 'failed', failure: 'unsupported-video hevc', bytes: 0 });
  expect(jobs()).toEqual([]);
});

test('a video that is deleted while it is converted leaves no file', async () => {
  const path = join(folder, 'deleted.mp4');
  await writeFile(path, craftMp4([{ entry: 'hvc1' }]));
  const imaging = imagingWith(async (from, to) => {
    await deletePost(ctx, actor, { postId: Number(waiting.postId) });
    const removal = queued.find((job) => job.name === 'images.remove');
    await removeImages(ctx, removal?.payload.keys ?? []);
    await copyFile(from, to);
    return true;
  });
  const waiting = await upload(path, imaging);
  expect(await filesOf(waiting)).toEqual(['originals/KEY/original']);
  await transcodeVideo(ctx, imaging, { imageId: waiting.id });
  expect(await filesOf(waiting)).toEqual([]);
  jobs();
});

test('a video that waits to be converted is kept when it is processed again, and given up if that was in vain', async () => {
  const path = join(folder, 'waiting.mp4');
  await writeFile(path, craftMp4([{ entry: 'hvc1' }]));
  const imaging = imagingWith(async (from, to) => {
    await copyFile(from, to);
    return true;
  });
  const waiting = await upload(path, imaging);
  await processImage(ctx, imaging, { imageId: waiting.id });
  expect(await rowOf(waiting.id)).toMatchObject({
    status: 'processing',
    failure: 'unsupported-video hevc',
    attempts: 1,
  });
  expect(await filesOf(waiting)).toEqual(['originals/KEY/original']);
  queued.length = 0;
  await transcodeVideo(ctx, imaging, { imageId: waiting.id });
  const [job] = queued.splice(0).flatMap((job) => (job.name === 'images.process' ? [job.payload] : []));
  if (job) await processImage(ctx, imaging, job);
  expect(await rowOf(waiting.id)).toMatchObject({ status: 'failed', failure: 'unsupported-video hevc' });
});

test('a converted video that reaches the limit of the size is refused, because its end may be missing', async () => {
  const path = join(folder, 'large.mp4');
  await writeFile(path, craftMp4([{ entry: 'hvc1' }]));
  const imaging = imagingWith(async (_from, to, { maxBytes }) => {
    await writeFile(to, '');
    await truncate(to, maxBytes);
    return true;
  });
  const { id } = await upload(path, imaging);
  await transcodeVideo(ctx, imaging, { imageId: id });
  expect(await rowOf(id)).toMatchObject({ status: 'failed', failure: 'video-too-large' });
  jobs();
});

const ffmpegPath = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg'].find((file) => existsSync(file));

describe.skipIf(!ffmpegPath)('with an ffmpeg (skipped where it is not installed)', () => {
  const imaging = { ...without, ffmpeg: createFfmpeg(ffmpegPath ?? '') };
  const film = (name: string, ...codecs: string[]) => {
    const path = join(folder, name);
    const source = ['-f', 'lavfi', '-i', 'color=c=red:size=320x180:rate=10:duration=1'];
    execFileSync(ffmpegPath ?? '', ['-v', 'error', '-y', ...source, ...codecs, path]);
    return path;
  };

  test('a video of another codec is converted by a job of its own, and then shown with its first frame', async () => {
    const waiting = await upload(film('old.mp4', '-c:v', 'mpeg4'), imaging);
    expect(waiting).toMatchObject({ status: 'processing', failure: expect.stringContaining('unsupported-video mp4v') });
    const [job] = jobs();
    expect(job).toEqual({ imageId: waiting.id });
    await transcodeVideo(ctx, imaging, { imageId: waiting.id });
    await processImage(ctx, imaging, { imageId: waiting.id, converted: true });
    const image = await rowOf(waiting.id);
    expect(image).toMatchObject({ status: 'ready', failure: null, container: 'mp4', width: 320, height: 180 });
    const poster = await ctx.storage.read(`media/${image.key}/320.webp`);
    const { dominant } = await sharp(poster ?? Buffer.alloc(0)).stats();
    expect([dominant.r > 200, dominant.b < 60]).toEqual([true, true]);
    expect(await filesOf(image)).toEqual(['media/KEY/320.webp', 'media/KEY/video.mp4']);
  });

  test('a video that ffmpeg cannot read either is given up once', async () => {
    const path = join(folder, 'hevc.mp4');
    await writeFile(path, craftMp4([{ entry: 'hvc1' }]));
    const waiting = await upload(path, imaging);
    await transcodeVideo(ctx, imaging, { imageId: waiting.id });
    expect(await rowOf(waiting.id)).toMatchObject({ status: 'failed', failure: 'unsupported-video hevc' });
    await transcodeVideo(ctx, imaging, { imageId: waiting.id });
    expect(await readdir(join(folder, 'media-store/temporary'))).toEqual([]);
  });

  test('a playlist is not read as a video', async () => {
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'secret');
    const list = join(folder, 'list');
    await writeFile(list, `#EXTM3U\n#EXTINF:1,\nfile://${secret}\n`);
    expect(await imaging.ffmpeg.frame(list, join(folder, 'frame'))).toBe(false);
    expect(existsSync(join(folder, 'frame')) && readFileSync(join(folder, 'frame')).includes('secret')).toBe(false);
  });
});
