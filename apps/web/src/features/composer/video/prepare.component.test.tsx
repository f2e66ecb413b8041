import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import { afterEach, expect, test, vi } from 'vitest';
import { textFile } from '../../../testing/files.ts';
import { videoFile } from '../../../testing/media.ts';
import { convert } from './convert.ts';
import { noEdits } from './edits.ts';
import { prepareVideo } from './prepare.ts';

afterEach(() => vi.unstubAllGlobals());

const never = new AbortController().signal;
const prepare = async (file: Blob, edits = {}) => {
  const progress: number[] = [];
  const prepared = await prepareVideo(file, { ...noEdits, ...edits }, 180, (each) => progress.push(each), never);
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(prepared.file) });
  const video = await input.getPrimaryVideoTrack();
  return { ...prepared, progress, seconds: await input.computeDuration(), codec: video?.codec, track: video };
};

const brightness = async (poster: Blob) => {
  const bitmap = await createImageBitmap(poster);
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0, 1, 1);
  return Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3));
};

test('a video is cut, turned and scaled, and its poster is the first frame that is not black', async () => {
  const file = await videoFile('lake.webm', 2, 1600, 400);
  const prepared = await prepare(file, { start: 0.2, end: 1.2, quarterTurns: 1 });
  expect(prepared.seconds).toBeCloseTo(1, 0);
  expect(prepared.durationMs).toBe(1_000);
  expect([prepared.track?.displayWidth, prepared.track?.displayHeight]).toEqual([320, 1280]);
  expect([prepared.width, prepared.height]).toEqual([320, 1280]);
  expect(await brightness(prepared.poster)).toBeGreaterThan(60);
  expect(prepared.progress.length).toBeGreaterThan(0);
});

test('what is no video is refused with the formats that are taken, and a cancelled one ends', async () => {
  await expect(prepare(textFile('notes.mp4', 'video/mp4'))).rejects.toMatchObject({ code: 'unsupported-video' });
  const cancelled = new AbortController();
  cancelled.abort();
  const file = await videoFile('lake.webm');
  await expect(prepareVideo(file, noEdits, 180, () => undefined, cancelled.signal)).rejects.toBe(
    cancelled.signal.reason,
  );
});

test('a browser without an encoder sends the frames as they are, without the title', async () => {
  const file = await videoFile('lake.webm', 1);
  vi.stubGlobal('VideoEncoder', undefined);
  const { file: copied, durationMs } = await convert({ file, edits: noEdits, maxSeconds: 180 }, () => undefined);
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(copied) });
  const track = await input.getPrimaryVideoTrack();
  expect([track?.codec, copied.type, durationMs]).toEqual(['vp8', 'video/webm', 1_000]);
  expect(await input.getMetadataTags()).toEqual({});
});
