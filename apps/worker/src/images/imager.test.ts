import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkImage } from '@kith/domain/images';
import { craftPng, packedNote, repeatScan } from '@kith/domain/testing';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest';
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

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' }, limitInputPixels: false });
const dyingChild = fileURLToPath(new URL('../testing/dyingChild.ts', import.meta.url));

/** The peak memory of all child processes together during `work`, in bytes. Only Linux reports it. */
async function peakOf<T>(work: () => Promise<T>): Promise<{ peak: number; seconds: number; outcome: T | Error }> {
  let peak = 0;
  const look = setInterval(() => {
    try {
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
      const sizes = children.map((id) => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0);
      peak = Math.max(
        peak,
        sizes.reduce<number>((sum, size) => sum + Number(size) * 1024, 0),
      );
    } catch {
      // The child exited in the meantime, or this system has no /proc.
    }
  }, 5);
  const began = performance.now();
  const outcome = await work().catch((error: Error) => error);
  clearInterval(look);
  return { peak, seconds: (performance.now() - began) / 1_000, outcome };
}

/** Returns a copy of an AVIF that declares `width` × `height` instead of the real size; only the size property is changed. */
function lieAboutSize(avif: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(avif);
  const at = lying.indexOf('ispe');
  lying.writeUInt32BE(width, at + 8);
  lying.writeUInt32BE(height, at + 12);
  return lying;
}

describe('a crafted picture stays within 530 MB and 30 s, and the next one is processed', () => {
  const cases: [string, () => Promise<Buffer> | Buffer, 'made' | 'refused' | 'either'][] = [
    ['zTXt', () => craftPng(10, 10, Array(600).fill(packedNote('zTXt', 7))), 'made'],
    ['iTXt', () => craftPng(10, 10, Array(600).fill(packedNote('iTXt', 7))), 'made'],
    ['a colour profile', () => craftPng(10, 10, [packedNote('iCCP', 4_096)]), 'made'],
    ['1,000 colour profiles', () => craftPng(10, 10, Array(1_000).fill(packedNote('iCCP', 3))), 'made'],
    ['a strip of one by 40,000 pixels', () => plain(1, 40_000).png().toBuffer(), 'refused'],
    [
      '60,000 scans',
      async () => repeatScan(await plain(250, 250).jpeg({ mozjpeg: true }).toBuffer(), 60_000),
      'refused',
    ],
    ['50 scans', async () => repeatScan(await plain(8_000, 6_000).jpeg({ mozjpeg: true }).toBuffer(), 41), 'either'],
    ['16 megapixels of AVIF', () => plain(4_000, 4_000).avif({ effort: 0 }).toBuffer(), 'made'],
    ['49 megapixels of AVIF', () => plain(7_000, 7_000).avif({ effort: 0 }).toBuffer(), 'refused'],
    [
      'an AVIF that hides its size',
      async () => lieAboutSize(await plain(7_000, 7_000).avif({ effort: 0 }).toBuffer(), 640, 480),
      'refused',
    ],
    [
      '16 megapixels of AVIF in 10 bits',
      () => plain(4_000, 4_000).toColourspace('rgb16').avif({ effort: 0, bitdepth: 10 }).toBuffer(),
      'made',
    ],
    [
      '49 megapixels of lossless WebP',
      () => plain(7_000, 7_000).webp({ lossless: true, effort: 0 }).toBuffer(),
      'made',
    ],
    ['49 megapixels of GIF', () => plain(7_000, 7_000).gif({ effort: 1 }).toBuffer(), 'made'],
    [
      '49 megapixels of interlaced PNG in 16 bits',
      () => plain(7_000, 7_000).ensureAlpha().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      'either',
    ],
  ];
  const usual = new Set([
    'zTXt',
    'a colour profile',
    '60,000 scans',
    '1,000 colour profiles',
    'a strip of one by 40,000 pixels',
    'an AVIF that hides its size',
  ]);
  const chosen = cases.filter(([name]) => inject('fullUploads') || usual.has(name));

  test.each(chosen)('%s', { timeout: 120_000 }, async (name, craft, expected) => {
    const bytes = await craft();
    const imager = imagerWith();
    const { peak, seconds, outcome } = await peakOf(() => make(imager, bytes));
    const figures = `${bytes.length} bytes, ${Math.round(peak / 1e6)} MB, ${seconds.toFixed(1)} s`;
    if (inject('fullUploads'))
      process.stdout.write(`${name}: ${figures}, ${outcome instanceof Error ? outcome.message : 'made'}\n`);
    if (expected === 'made') expect(outcome).not.toBeInstanceOf(Error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(UnreadableImage);
    if (expected === 'refused') expect(outcome).toBeInstanceOf(UnreadableImage);
    expect(peak).toBeLessThan(530e6);
    expect(seconds).toBeLessThan(30);
    const next = await make(imager, await plain(40, 30).png().toBuffer());
    expect(next.size).toEqual({ width: 40, height: 30 });
  });
});

describe('the imaging process', () => {
  const large = () => plain(6_000, 6_000).png().toBuffer();

  test.skipIf(process.platform !== 'linux')('is killed when it uses too much memory', async () => {
    const imager = imagerWith({ maxMemory: 150e6 });
    const bytes = await plain(6_000, 6_000).gif({ effort: 1 }).toBuffer();
    await expect(make(imager, bytes)).rejects.toThrow(/^it took more than 143 MB$/);
    // The killed child is not reused.
    expect((await make(imager, await plain(40, 30).png().toBuffer())).size).toEqual({ width: 40, height: 30 });
  });

  test('is killed when it takes too long', async () => {
    const imager = imagerWith({ timeoutMs: () => 20 });
    const bytes = await large();
    await expect(make(imager, bytes)).rejects.toThrow(new UnreadableImage('it took more than 20 ms'));
  });

  test('has less time for fewer pixels', async () => {
    const asked: number[] = [];
    const imager = imagerWith({
      timeoutMs(pixels) {
        asked.push(pixels);
        return pixels / 1_000;
      },
    });
    const path = join(folder, randomUUID());
    writeFileSync(path, await large());
    await expect(imager.make({ kind: 'post', path, pixels: 20_000 })).rejects.toThrow(/^it took more than 20 ms$/);
    expect((await imager.make({ kind: 'post', path, pixels: 36e6 })).size.width).toBe(6_000);
    expect(asked).toEqual([20_000, 36e6]);
  });

  test('that dies for another reason does not make the picture unreadable', async () => {
    const imager = imagerWith({ script: dyingChild });
    const died = await make(imager, Buffer.alloc(9)).catch((error: Error) => error);
    expect(died).toMatchObject({ name: 'Error', message: 'the imaging process ended with SIGKILL' });
  });

  test('is reused for consecutive pictures, and there are two for two concurrent ones', async () => {
    const imager = imagerWith();
    const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
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
    await expect.poll(() => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim()).toBe('');
    expect((await make(imager, bytes)).size).toEqual({ width: 400, height: 300 });
  });

  test('sees nothing of the environment of the worker', async () => {
    const imager = imagerWith();
    await make(imager, await plain(4, 3).png().toBuffer());
    const [child] = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
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
      for (const options of format === 'webp' ? [{ lossless: true }, { lossless: false }] : [{}]) {
        const bytes = await plain(width, height).toFormat(format, options).toBuffer();
        const facts = await checkImage(async (at, length) => bytes.subarray(at, at + length));
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
      const { width, height } = await checkImage(async (at, length) => bytes.subarray(at, at + length));
      expect({ width, height }).toEqual(autoOrient);
    },
  );

  test('for an animated or transparent WebP and a truncated file of each format', async () => {
    const clear = sharp({ create: { width: 50, height: 30, channels: 4, background: '#ff000080' } });
    const webp = await clear.webp().toBuffer();
    expect(await checkImage(async (at, length) => webp.subarray(at, at + length))).toMatchObject({
      width: 50,
      height: 30,
    });
    for (const format of formats) {
      const whole = await plain(60, 40).toFormat(format).toBuffer();
      for (let end = 0; end < Math.min(whole.length, 400); end += 1) {
        const cut = whole.subarray(0, end);
        const outcome = await checkImage(async (at, length) => cut.subarray(at, at + length)).catch(({ code }) => code);
        if (typeof outcome === 'string') expect(['image-unsupported', 'image-unreadable']).toContain(outcome);
        else expect(outcome).toMatchObject({ width: 60, height: 40 });
      }
    }
  });
});
