import {
  ALL_FORMATS,
  BlobSource,
  canEncodeAudio,
  canEncodeVideo,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
} from 'mediabunny';
import { afterEach, expect, test, vi } from 'vitest';
import { textFile } from '../../../testing/files.ts';
import { videoFile } from '../../../testing/media.ts';
import { convert } from './convert.ts';
import { noEdits, type Preparation, type WorkerAnswer } from './edits.ts';
import { prepareVideo } from './prepare.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const never = new AbortController().signal;
const prepare = async (file: Blob, edits = {}) => {
  const progress: number[] = [];
  const prepared = await prepareVideo(file, { ...noEdits, ...edits }, 180, (each) => progress.push(each), never);
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(prepared.file) });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  const codecs = [video?.codec, audio?.codec ?? null];
  return { ...prepared, progress, seconds: await input.computeDuration(), codecs, track: video };
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

test('a video with sound becomes what every browser plays, if this one can encode it, and otherwise WebM', async () => {
  const file = await videoFile('lake.webm', 1, 160, 120, true);
  const everywhere = (await canEncodeVideo('avc')) && (await canEncodeAudio('aac'));
  const { codecs, file: sent } = await prepare(file);
  expect([...codecs, sent.type]).toEqual(everywhere ? ['avc', 'aac', 'video/mp4'] : ['vp9', 'opus', 'video/webm']);
  expect((await prepare(file, { muted: true })).codecs[1]).toBe(null);
});

test('a worker whose code cannot be loaded is a lost connection, and no fault of the video', async () => {
  const RealWorker = Worker;
  class LostWorker extends RealWorker {
    constructor() {
      super('/missing.js', { type: 'module' });
    }
  }
  vi.stubGlobal('Worker', LostWorker);
  await expect(prepare(await videoFile('lake.webm', 1))).rejects.toMatchObject({ code: 'network' });
});

test('one that is cancelled while it is converted makes room for the next', async () => {
  const file = await videoFile('lake.webm', 1);
  const cancelled = new AbortController();
  const preparing = prepareVideo(file, noEdits, 180, () => cancelled.abort(), cancelled.signal);
  await expect(preparing).rejects.toMatchObject({ name: 'AbortError' });
  expect((await prepare(file)).durationMs).toBe(1_000);
});

// A WebM does not say how long its last frame is.
test('a browser without an encoder sends the frames as they are, without the title', async () => {
  const file = await videoFile('lake.webm', 1);
  vi.stubGlobal('VideoEncoder', undefined);
  const { file: copied, durationMs } = await convert({ file, edits: noEdits, maxSeconds: 180 }, () => undefined);
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(copied) });
  const track = await input.getPrimaryVideoTrack();
  expect([track?.codec, copied.type, durationMs]).toEqual(['vp8', 'video/webm', 900]);
  expect(await input.getMetadataTags()).toEqual({});
});

test('a copied part begins at a key frame within it, and one without a key frame is refused', async () => {
  const file = await videoFile('lake.webm', 3);
  vi.stubGlobal('VideoEncoder', undefined);
  const cut = (start: number, end: number | null) =>
    convert({ file, edits: { ...noEdits, start, end }, maxSeconds: 180 }, () => undefined);
  const { file: copied, durationMs } = await cut(0.3, 2.55);
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(copied) });
  const track = (await input.getPrimaryVideoTrack()) as InputVideoTrack;
  expect((await new EncodedPacketSink(track).getFirstPacket())?.timestamp).toBe(0);
  // From the key frame after 1 s until the last frame that was chosen.
  expect([durationMs, await input.computeDuration()]).toEqual([1_500, 1.5]);
  await expect(cut(2.1, null)).rejects.toThrow('unsupported-video');
});

/** Converts in the page, where a test can take the encoder away. */
class WorkerInPage {
  onmessage: (message: { data: WorkerAnswer }) => void = () => undefined;
  terminate = () => undefined;
  postMessage(preparation: Preparation) {
    void convert(preparation, () => undefined).then((data) => this.onmessage({ data }));
  }
}

/** Returns which second of a `videoFile` of so many seconds a poster shows: the bar is as far from the left. */
async function secondOf(poster: Blob, seconds: number): Promise<number> {
  const bitmap = await createImageBitmap(poster);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0);
  const row = [...context.getImageData(0, height / 2, width, 1).data];
  return (row.filter((_, at) => at % 4 === 0).findIndex((red) => red < 128) / width) * seconds;
}

test.each([
  ['within the part is the chosen frame', true, { start: 1.2, end: 2.2, posterAt: 1.75 }, 1.7],
  ['before the part is its first frame', true, { start: 1.2, end: 2.2, posterAt: 0.65 }, 1.2],
  ['after the part is its last frame', true, { start: 1.2, end: 2.2, posterAt: 2.85 }, 2.1],
  ['within a copied part is the chosen frame', false, { start: 0.3, end: 2.5, posterAt: 1.55 }, 1.5],
  ['before the key frame of a copied part is its first frame', false, { start: 0.3, end: 2.5, posterAt: 0.65 }, 1],
])('a poster %s', async (_where, encodes, edits, second) => {
  const file = await videoFile('lake.webm', 3, 320, 120);
  if (!encodes) {
    vi.stubGlobal('VideoEncoder', undefined);
    vi.stubGlobal('Worker', WorkerInPage);
  }
  expect(await secondOf((await prepare(file, edits)).poster, 3)).toBeCloseTo(second, 1);
});

test('a video that this browser cannot play has a plain poster in its shape', async () => {
  const file = await videoFile('lake.webm', 1, 1600, 400);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('data:video/webm,');
  const { file: sent, poster } = await prepare(file, { quarterTurns: 1 });
  expect(sent.size).toBeGreaterThan(0);
  const { width, height } = await createImageBitmap(poster);
  expect([width, height]).toEqual([320, 1280]);
  expect(await brightness(poster)).toBeGreaterThan(60);
  expect(await brightness(poster)).toBeLessThan(200);
});

/** An encoder that never answers. */
class HungWorker extends WorkerInPage {
  static silent = 0;
  override postMessage(preparation: Preparation) {
    if (preparation.copies) super.postMessage(preparation);
    else HungWorker.silent += 1;
  }
}

/** Resolves in another task of the page, also while its timers are replaced. */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

test('a video whose encoder never answers is copied', async () => {
  const file = await videoFile('lake.webm', 1);
  vi.stubGlobal('Worker', HungWorker);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const prepared = prepare(file);
  while (HungWorker.silent === 0) await nextTask();
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  expect((await prepared).codecs[0]).toBe('vp8');
});

test('a video that the browser never opens has a plain poster after half a minute, and the next is prepared', async () => {
  const file = await videoFile('lake.webm', 1);
  const waiting = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(waiting.signal);
  const silent = URL.createObjectURL(new MediaSource());
  vi.spyOn(URL, 'createObjectURL').mockReturnValueOnce(silent);
  const hung = prepare(file);
  const next = prepare(file);
  await expect.poll(() => timeout.mock.calls).toEqual([[30_000]]);
  timeout.mockRestore();
  waiting.abort();
  expect(await brightness((await hung).poster)).toBeLessThan(200);
  expect(await brightness((await next).poster)).toBeGreaterThan(60);
});

test('of a video that is longer than the server takes, the first part is sent, which is said', async () => {
  const file = await videoFile('lake.webm', 3);
  const converted = await convert({ file, edits: noEdits, maxSeconds: 1 }, () => undefined);
  expect([converted.durationMs, converted.cutTo]).toEqual([1_000, 1]);
  const chosen = await convert({ file, edits: { ...noEdits, end: 1 }, maxSeconds: 1 }, () => undefined);
  expect([chosen.durationMs, chosen.cutTo]).toEqual([1_000, undefined]);
});
