// Long: encodes and decodes pictures of up to 50 megapixels, one after the other.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { craftPng, repeatScan, unpackingChunk } from '@kith/domain/testing';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createImager, type Imager } from './imager.ts';
import { UnreadableImage } from './protocol.ts';

const folder = mkdtempSync(join(tmpdir(), 'kith-imager-'));
afterAll(() => rmSync(folder, { recursive: true }));

const make = (imager: Imager, bytes: Buffer) => {
  const path = join(folder, randomUUID());
  writeFileSync(path, bytes);
  return imager.make({ kind: 'post', path, pixels: 50e6 });
};

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' }, limitInputPixels: false });

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

describe('a crafted picture stays within 530 MB, and the next one is processed', () => {
  const cases: [string, () => Promise<Buffer> | Buffer, 'made' | 'refused' | 'either'][] = [
    ['zTXt', () => craftPng(10, 10, Array(600).fill(unpackingChunk('zTXt', 7))), 'made'],
    ['iTXt', () => craftPng(10, 10, Array(600).fill(unpackingChunk('iTXt', 7))), 'made'],
    ['a colour profile', () => craftPng(10, 10, [unpackingChunk('iCCP', 4_096)]), 'made'],
    ['1,000 colour profiles', () => craftPng(10, 10, Array(1_000).fill(unpackingChunk('iCCP', 3))), 'made'],
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
      // For milliseconds it takes some 508 MB, and is refused if the watch, which allows 480 MB, looks just then.
      'either',
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
  test.each(cases)('%s', { timeout: 120_000 }, async (name, craft, expected) => {
    const bytes = await craft();
    const imager = createImager();
    const { peak, seconds, outcome } = await peakOf(() => make(imager, bytes));
    const figures = `${bytes.length} bytes, ${Math.round(peak / 1e6)} MB, ${seconds.toFixed(1)} s`;
    process.stdout.write(`${name}: ${figures}, ${outcome instanceof Error ? outcome.message : 'made'}\n`);
    if (expected === 'made') expect(outcome).not.toBeInstanceOf(Error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(UnreadableImage);
    if (expected === 'refused') expect(outcome).toBeInstanceOf(UnreadableImage);
    expect(peak).toBeLessThan(530e6);
    const next = await make(imager, await plain(40, 30).png().toBuffer());
    imager.close();
    expect(next.size).toEqual({ width: 40, height: 30 });
  });
});
