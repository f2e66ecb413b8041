import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { box, craftMp4, craftWebm, element } from '../testing/craftedVideos.ts';
import { createImager } from './imager.ts';

const folder = mkdtempSync(join(tmpdir(), 'kith-media-'));
const [path, to, poster] = ['upload', 'new', 'poster'].map((name) => join(folder, name)) as [string, string, string];
// What every crafted file below may take: less than the limits that hold outside of tests.
const imager = createImager({ maxMediaMemory: 300e6, maxMediaProcessorMs: 20_000 });
afterEach(() => {
  for (const file of [path, to, poster]) rmSync(file, { force: true });
});
afterAll(() => {
  imager.close();
  rmSync(folder, { recursive: true });
});

function make(bytes: Buffer, media: 'video' | 'voice' = 'video', picture?: Buffer) {
  rmSync(to, { force: true });
  writeFileSync(path, bytes);
  if (picture) writeFileSync(poster, picture);
  return imager.makeMedia({ media, path, to, poster: picture ? poster : null, maxSeconds: 180 });
}

/** A file in which the number in the box `type`, `offset` bytes after its name, is another one. */
function withNumber(file: Buffer, type: string, offset: number, value: number): Buffer {
  file.writeUInt32BE(value, file.indexOf(type) + offset);
  return file;
}

const secret = box('udta', [box('loci', [Buffer.from('secret place')])]);
const attachment = element(
  0x1941a469,
  element(0x61a7, Buffer.concat([element(0x466e, 'secret.ttf'), element(0x465c, 'secret')])),
);

describe('a video', () => {
  test('is written anew with its pictures and sound alone, and the index in front', async () => {
    const others = [
      { entry: 'tx3g', size: 44 },
      { entry: 'mebx', size: 46 },
    ] as const;
    const file = craftMp4([{}, { entry: 'mp4a', samples: 43, each: 23, size: 42 }, ...others], { extra: [secret] });
    expect((await make(file)).media).toEqual({ container: 'mp4', durationMs: 990, size: { width: 320, height: 240 } });
    const made = readFileSync(to);
    expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'));
    expect(made.toString('latin1').match(/trak/g)).toHaveLength(2);
    expect(made.includes('secret')).toBe(false);
  });

  test('of WebM leaves attachments, fonts and subtitles behind', async () => {
    const tracks = [
      { type: 'video', codec: 'V_VP8' },
      { type: 'audio', codec: 'A_OPUS' },
      { type: 'subtitle', codec: 'S_TEXT/WEBVTT' },
    ] as const;
    expect((await make(craftWebm({ tracks: [...tracks], extra: [attachment] }))).media).toEqual({
      ...{ container: 'webm', durationMs: 957, size: { width: 320, height: 240 } },
    });
    expect(readFileSync(to).includes('secret')).toBe(false);
    expect(readFileSync(to).includes('S_TEXT')).toBe(false);
  });

  test('keeps its shape with any poster, and has a plain one without', async () => {
    const square = await sharp({ create: { width: 700, height: 700, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const made = await make(craftMp4(), 'video', square);
    expect(made.poster?.size).toEqual({ width: 320, height: 240 });
    expect(made.poster?.variants.map(({ width }) => width)).toEqual([320, 640, 700]);
    const plain = await make(craftMp4([{ width: 1280, height: 720 }]));
    expect(plain.poster?.variants.map(({ width }) => width)).toEqual([320, 640, 1080, 1280]);
  });

  test('of a phone keeps the direction that its matrix says', async () => {
    const upright = { width: 240, height: 320 };
    const { media, poster } = await make(craftMp4([{ turned: true }], { brand: 'qt  ' }));
    expect([media.container, media.size, poster?.size]).toEqual(['mp4', upright, upright]);
    expect((await make(readFileSync(to))).media.size).toEqual(upright);
  });

  test('with a poster that is a video is refused', async () => {
    await expect(make(craftMp4(), 'video', craftMp4())).rejects.toMatchObject({ name: 'UnreadableImage' });
  });
});

describe('a hostile video', () => {
  test.each<[string, Buffer, string]>([
    ['that is HTML', Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(99)), 'unsupported-video'],
    ['of zeros', Buffer.alloc(1e6), 'unsupported-video'],
    ['without pictures', craftMp4([{ entry: 'mp4a' }]), 'unsupported-video'],
    ['with two picture tracks', craftMp4([{}, {}]), 'unsupported-video'],
    ['with two hundred tracks', craftMp4(Array.from({ length: 200 }, () => ({ samples: 2 }))), 'unsupported-video'],
    ['of a codec that browsers do not play', craftMp4([{ entry: 'hvc1' }]), 'unsupported-video hevc'],
    [
      'of a codec that WebM does not have',
      craftWebm({ tracks: [{ type: 'video', codec: 'V_MPEG4/ISO/AVC' }] }),
      'unsupported-video avc',
    ],
    ['that is too wide', craftMp4([{ width: 1_922, height: 16 }]), 'unsupported-video 1922x16'],
    ['that is too long', craftMp4([{ samples: 182, each: 1_000 }]), 'video-too-long'],
    [
      'that is too long, of a codec that can be converted',
      craftMp4([{ entry: 'hvc1', samples: 182, each: 1_000 }]),
      'video-too-long',
    ],
    [
      'that is too long, of a size that can be converted',
      craftMp4([{ width: 3_840, height: 2_160, samples: 182, each: 1_000 }]),
      'video-too-long',
    ],
    ['whose track never ends', withNumber(craftMp4(), 'stts', 12, 0xffffffff), 'video-too-long'],
    [
      'of a million samples without a byte',
      craftMp4([{ samples: 1e6, size: 0, each: 0, perChunk: 100 }]),
      'unsupported-video',
    ],
    [
      'with an edit list of years',
      craftMp4([
        {
          edits: [
            [3e11, -1],
            [1_000, 0],
          ],
        },
      ]),
      'video-too-long',
    ],
    ['that begins years before its beginning', craftMp4([{ edits: [[1_000, 3e11]] }]), 'unsupported-video'],
    ['whose sizes lie', craftMp4([{ claimedSize: 4e9 }]), 'unsupported-video'],
    ['whose samples are beyond its end', withNumber(craftMp4(), 'stco', 12, 0xfffffff0), 'unsupported-video'],
    ['that is cut off in its index', craftMp4().subarray(0, 400), 'unsupported-video'],
    ['that is cut off in its pictures', craftMp4().subarray(0, -100), 'unsupported-video'],
    ['of WebM that is cut off in its tracks', craftWebm().subarray(0, 200), 'unsupported-video'],
    ['of WebM that is cut off in its pictures', craftWebm().subarray(0, -10), 'unsupported-video'],
    ['whose index claims four gigabytes', withNumber(craftMp4(), 'moov', -4, 0xfffffff0), 'unsupported-video'],
    [
      'with an index of a hundred megabytes',
      craftMp4([{}], { extra: [box('udta', [Buffer.alloc(100e6)])] }),
      'unsupported-video',
    ],
    [
      'whose table claims four billion entries',
      withNumber(craftMp4([{ claimedSize: 0 }]), 'stsz', 12, 0xffffffff),
      'unsupported-video',
    ],
  ])('%s is refused', async (_what, file, failure) => {
    await expect(make(file)).rejects.toMatchObject({ name: 'UnreadableImage', failure });
    // The process goes on, or another one does.
    expect((await make(craftMp4())).media.durationMs).toBe(990);
  });

  test.skipIf(process.platform !== 'linux')('is refused when it takes too much of the processor', async () => {
    const limited = createImager({ maxMediaProcessorMs: 100 });
    // One chunk of a million samples, each of which costs a walk through all.
    writeFileSync(path, craftMp4([{ samples: 1e6, size: 0, each: 0 }]));
    const request = { media: 'video', path, to, poster: null, maxSeconds: 180 } as const;
    await expect(limited.makeMedia(request).finally(() => limited.close())).rejects.toThrow('100 ms of the processor');
  });
});

describe('a voice message', () => {
  test('is kept in its container, WebM or MP4', async () => {
    const spoken = craftMp4([{ entry: 'mp4a', samples: 43, each: 23 }], { extra: [secret], brand: 'M4A ' });
    expect(await make(spoken, 'voice')).toEqual({
      media: { container: 'mp4', durationMs: 989, size: null },
      poster: null,
    });
    expect(readFileSync(to).includes('secret')).toBe(false);
    const webm = craftWebm({ tracks: [{ type: 'audio', codec: 'A_OPUS' }] });
    expect((await make(webm, 'voice')).media).toEqual({ container: 'webm', durationMs: 957, size: null });
  });

  test.each<[string, Buffer, string]>([
    ['pictures', craftMp4([{}, { entry: 'mp4a' }]), 'unsupported-voice'],
    ['pictures alone', craftWebm(), 'unsupported-voice'],
    [
      'a codec that few browsers play',
      craftWebm({ tracks: [{ type: 'audio', codec: 'A_VORBIS' }] }),
      'unsupported-voice vorbis',
    ],
    ['two voices', craftMp4([{ entry: 'mp4a' }, { entry: 'mp4a' }]), 'unsupported-voice'],
    ['no sound in its track', craftMp4([{ entry: 'mp4a', samples: 0 }]), 'unsupported-voice'],
    ['a length of hours', craftMp4([{ entry: 'mp4a', samples: 2_000, each: 5_000 }]), 'voice-too-long'],
  ])('with %s is refused', async (_what, file, failure) => {
    await expect(make(file, 'voice')).rejects.toMatchObject({ name: 'UnreadableImage', failure });
  });
});

const ffmpeg = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg'].find((file) => existsSync(file));

describe.skipIf(!ffmpeg)('a real video, which only ffmpeg makes (skipped where it is not installed)', () => {
  const run = (...parameters: string[]) =>
    execFileSync(ffmpeg ?? '', ['-v', 'error', '-y', ...parameters], { encoding: 'utf8' });
  const source = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=640x360:rate=25:duration=2',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=2',
  ];

  test.each([
    ['mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-metadata', 'title=secret']],
    ['webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-metadata', 'title=secret']],
    ['webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libvorbis', '-metadata', 'title=secret']],
    ['webm', ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']],
    ['mp4', ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']],
  ])('in %s plays after it was written anew, without its title', async (format, codecs) => {
    const file = join(folder, `real.${format}`);
    run(...source, ...codecs, file);
    const { media } = await make(readFileSync(file));
    expect(media).toMatchObject({ container: format, size: { width: 640, height: 360 } });
    expect(media.durationMs).toBeGreaterThan(1_950);
    expect(media.durationMs).toBeLessThan(2_100);
    // ffmpeg prints an error for each frame that it cannot decode.
    expect(run('-i', to, '-f', 'null', '-')).toBe('');
    expect(readFileSync(to).includes('secret')).toBe(false);
  });
});
