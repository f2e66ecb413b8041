import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkImage } from '@kith/domain/images';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createImager, type Imager, type ImagerOptions } from './imager.ts';
import { UnreadableImage } from './protocol.ts';

const open: Imager[] = [];
const imagerWith = (options: ImagerOptions = {}): Imager => {
  const imager = createImager(options);
  open.push(imager);
  return imager;
};
afterEach(() => {
  for (const imager of open.splice(0)) imager.close();
});

const folder = mkdtempSync(join(tmpdir(), 'kith-imager-'));
afterAll(() => rmSync(folder, { recursive: true }));

const make = (imager: Imager, bytes: Buffer, kind: 'post' | 'profile' = 'post') => {
  const path = join(folder, randomUUID());
  writeFileSync(path, bytes);
  return imager.make({ kind, path, pixels: 50e6 });
};

/** The process ids of the imaging processes that run. */
const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' }, limitInputPixels: false });
const crashingImager = fileURLToPath(new URL('../testing/crashingImager.ts', import.meta.url));
const hangingImager = fileURLToPath(new URL('../testing/hangingImager.ts', import.meta.url));

describe('the imaging process', () => {
  test.skipIf(process.platform !== 'linux')('is killed when it uses too much memory', async () => {
    const imager = imagerWith({ script: hangingImager, maxMemory: 150e6 });
    await expect(make(imager, Buffer.from('hoard'))).rejects.toThrow(/^it took more than 143 MB$/);
    // The killed child is not reused.
    expect((await make(imager, Buffer.from('fine'))).size).toEqual({ width: 4, height: 3 });
  });

  test.skipIf(process.platform !== 'linux')('may use less of the processor for fewer pixels', async () => {
    const asked: number[] = [];
    const maxProcessorMs = (pixels: number) => {
      asked.push(pixels);
      return pixels / 100;
    };
    const imager = imagerWith({ script: hangingImager, maxProcessorMs });
    const path = join(folder, randomUUID());
    writeFileSync(path, 'spin');
    const dear = new UnreadableImage('it took more than 200 ms of the processor');
    await expect(imager.make({ kind: 'post', path, pixels: 20_000 })).rejects.toThrow(dear);
    expect(asked).toEqual([20_000]);
  });

  test('is killed when it does not answer for a picture or a video', async () => {
    const imager = imagerWith({ script: hangingImager, timeoutMs: 20 });
    await expect(make(imager, Buffer.from('hang'))).rejects.toThrow(new UnreadableImage('it took more than 20 ms'));
    const path = join(folder, randomUUID());
    writeFileSync(path, 'hang');
    const video = { media: 'video', path, to: `${path}-new`, poster: null, maxSeconds: 180 } as const;
    await expect(imager.makeMedia(video)).rejects.toMatchObject({
      message: 'it took more than 20 ms',
      failure: 'unsupported-video',
    });
    await expect.poll(children).toBe('');
  });

  test('that dies for another reason does not make the picture unreadable', async () => {
    const imager = imagerWith({ script: crashingImager });
    const outcomeOf = (bytes: Buffer) => make(imager, bytes).catch((error: Error) => error);
    expect(await outcomeOf(Buffer.alloc(9))).toMatchObject({
      name: 'Error',
      message: 'the imaging process ended with SIGABRT',
    });
    expect(await outcomeOf(Buffer.from('no memory'))).toMatchObject({
      name: 'ImagingKilled',
      message: 'the imaging process was killed: there is not enough memory',
    });
  });

  test('is reused for consecutive pictures, and there are two for two concurrent ones', async () => {
    const imager = imagerWith();
    const bytes = await plain(400, 300).png().toBuffer();
    await make(imager, bytes);
    const first = children();
    await make(imager, bytes);
    expect(children()).toBe(first);
    const both = await Promise.all([make(imager, bytes), make(imager, bytes, 'profile')]);
    expect(both.map(({ variants }) => variants.length)).toEqual([2, 4]);
  });

  test('ends when idle for a while, and the next picture gets a new one', async () => {
    const imager = imagerWith({ idleMs: 50 });
    const bytes = await plain(400, 300).png().toBuffer();
    await make(imager, bytes);
    await expect.poll(children).toBe('');
    expect((await make(imager, bytes)).size).toEqual({ width: 400, height: 300 });
  });

  test('sees nothing of the environment of the worker', async () => {
    const imager = imagerWith();
    await make(imager, await plain(4, 3).png().toBuffer());
    const [child] = children().split(' ');
    const names = readFileSync(`/proc/${child}/environ`, 'utf8')
      .split('\0')
      .map((each) => each.split('=')[0]);
    expect(names.filter((name) => name && !/^(MALLOC|NODE_CHANNEL)_/.test(name))).toEqual([]);
  });
});

describe("the size read from a picture's header equals its decoder's", () => {
  const formats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
  const sizes = [
    [1, 1],
    [37, 64],
    [640, 480],
    [16_000, 1],
  ] as const;

  test.each(formats)('%s', async (format) => {
    for (const [width, height] of sizes) {
      const choices =
        format === 'webp' ? [{ lossless: true }, { lossless: false }] : [{ effort: format === 'avif' ? 0 : 7 }];
      for (const options of choices) {
        const bytes = await plain(width, height).toFormat(format, options).toBuffer();
        const facts = await checkImage(bytes);
        expect(facts).toEqual({ contentType: `image/${format}`, width, height });
      }
    }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'for a JPEG with orientation %i, behind a megabyte of other data',
    async (orientation) => {
      const turned = await plain(60, 40).withMetadata({ orientation }).jpeg().toBuffer();
      const segment = Buffer.concat([Buffer.from('ffe5ffff', 'hex'), Buffer.alloc(0xfffd, 7)]);
      const bytes = Buffer.concat([turned.subarray(0, 2), ...Array(16).fill(segment), turned.subarray(2)]);
      const { autoOrient } = await sharp(bytes).metadata();
      const { width, height } = await checkImage(bytes);
      expect({ width, height }).toEqual(autoOrient);
    },
  );

  test('for an animated or transparent WebP and a truncated file of each format', async () => {
    const clear = sharp({ create: { width: 50, height: 30, channels: 4, background: '#ff000080' } });
    const webp = await clear.webp().toBuffer();
    expect(await checkImage(webp)).toMatchObject({
      width: 50,
      height: 30,
    });
    for (const format of formats) {
      const whole = await plain(60, 40).toFormat(format).toBuffer();
      for (let end = 0; end < Math.min(whole.length, 400); end += 1) {
        const cut = whole.subarray(0, end);
        const outcome = await checkImage(cut).catch(({ code }) => code);
        if (typeof outcome === 'string') expect(['image-unsupported', 'image-unreadable']).toContain(outcome);
        else expect(outcome).toMatchObject({ width: 60, height: 40 });
      }
    }
  });
});
