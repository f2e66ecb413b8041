import { checkImage } from '@kith/domain/images';
import { craftPng } from '@kith/domain/testing';
import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeImage } from './makeImage.ts';
import { UnreadableImage } from './protocol.ts';

const gps = {
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 13/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '21/1 0/1 0/1' },
};

/** Creates a picture that is red on top and blue below; `width` × `height` before rotation. */
async function twoColours(width: number, height: number) {
  const blue = { create: { width, height: height >> 1, channels: 3 as const, background: '#0000ff' } };
  const image = sharp({ create: { width, height, channels: 3, background: '#ff0000' } });
  return image.composite([{ input: blue, gravity: 'south' }]);
}

async function colourAt(bytes: Buffer, left: number, top: number): Promise<'red' | 'blue' | 'other'> {
  const [red = 0, , blue = 0] = await sharp(bytes)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer();
  if (red > 200 && blue < 60) return 'red';
  return blue > 200 && red < 60 ? 'blue' : 'other';
}

describe('an uploaded picture', () => {
  test('is turned upright and loses all metadata', async () => {
    const photo = await (await twoColours(800, 600)).withExif(gps).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await exifr.parse(photo)).toBeTruthy();
    const { size, variants, thumbhash } = await makeImage('post', photo);
    expect(size).toEqual({ width: 600, height: 800 });
    expect(variants.map(({ width }) => width)).toEqual([320, 600]);
    for (const { width, bytes } of variants) {
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width, height: Math.round((width * 4) / 3) });
      for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const) expect(metadata[kind]).toBeUndefined();
    }
    // After a rotation by 90° clockwise, the top is on the right.
    const largest = variants.at(-1)?.bytes ?? Buffer.alloc(0);
    expect([await colourAt(largest, 50, 400), await colourAt(largest, 550, 400)]).toEqual(['blue', 'red']);
    expect(Buffer.from(thumbhash, 'base64').length).toBeGreaterThan(4);
  });

  test('has two small variants if it is that of a link', async () => {
    const { variants, size } = await makeImage('link', await (await twoColours(1_200, 630)).png().toBuffer());
    expect([size, variants.map(({ width }) => width)]).toEqual([{ width: 1_200, height: 630 }, [320, 640]]);
  });

  test('is never enlarged', async () => {
    const { variants } = await makeImage('post', await (await twoColours(200, 100)).png().toBuffer());
    expect(variants.map(({ width }) => width)).toEqual([200]);
    expect(await sharp(variants[0]?.bytes).metadata()).toMatchObject({ width: 200, height: 100 });
  });

  test('for a profile becomes four squares, cut from its middle', async () => {
    const { variants } = await makeImage('profile', await (await twoColours(900, 300)).webp().toBuffer());
    expect(variants.map(({ width }) => width)).toEqual([64, 128, 256, 512]);
    const sides = await Promise.all(variants.map(async ({ bytes }) => (await sharp(bytes).metadata()).width));
    expect(sides).toEqual([64, 128, 256, 300]);
  });

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('may be %s', async (format) => {
    const bytes = await (await twoColours(64, 64)).toFormat(format).toBuffer();
    const { variants } = await makeImage('post', bytes);
    expect(await colourAt(variants[0]?.bytes ?? bytes, 32, 8)).toBe('red');
  });

  test('keeps transparency, and turns greys, 16 bits and CMYK into sRGB', async () => {
    const clear = { create: { width: 40, height: 40, channels: 4 as const, background: '#ff000080' } };
    const { variants } = await makeImage('post', await sharp(clear).png().toBuffer());
    expect((await sharp(variants[0]?.bytes).metadata()).hasAlpha).toBe(true);
    const red = await twoColours(40, 40);
    const odd = [
      red.clone().greyscale().png(),
      red.clone().toColourspace('rgb16').png(),
      red.clone().toColourspace('cmyk').jpeg(),
    ];
    for (const image of odd) {
      const made = await makeImage('post', await image.toBuffer());
      expect((await sharp(made.variants[0]?.bytes).metadata()).space).toBe('srgb');
    }
  });
});

describe('a JPEG that every viewer opens', () => {
  const photo = async (options = {}) =>
    (await twoColours(800, 600)).withMetadata({ orientation: 6 }).jpeg(options).toBuffer();
  /** Inserts `stray` behind the first segment. */
  const withStray = (jpeg: Buffer, stray: Buffer) => {
    const at = 4 + jpeg.readUInt16BE(4);
    return Buffer.concat([jpeg.subarray(0, at), stray, jpeg.subarray(at)]);
  };
  const size = { width: 600, height: 800 };

  test.each([false, true])('is made, with stray bytes or without an end (progressive: %s)', async (progressive) => {
    const whole = await photo({ progressive });
    const odd = {
      'stray bytes between segments': withStray(whole, Buffer.from('0001ab00', 'hex')),
      'fill bytes before a marker': withStray(whole, Buffer.alloc(300, 0xff)),
      'no end marker': whole.subarray(0, -2),
      'half an end marker': whole.subarray(0, -1),
      'a film behind its end': Buffer.concat([whole, Buffer.from('....ftypmp42')]),
    };
    for (const [fault, bytes] of Object.entries(odd)) {
      expect(await checkImage(bytes), fault).toMatchObject(size);
      const made = await makeImage('post', bytes);
      expect(made.size, fault).toEqual(size);
      const largest = made.variants.at(-1)?.bytes ?? Buffer.alloc(0);
      expect([await colourAt(largest, 50, 790), await colourAt(largest, 550, 790)], fault).toEqual(['blue', 'red']);
    }
  });

  test('does not hide that half of it is missing', async () => {
    for (const progressive of [false, true]) {
      const whole = await photo({ progressive });
      const half = Buffer.concat([whole.subarray(0, whole.length >> 1), Buffer.from('ff', 'hex')]);
      await expect(makeImage('post', half)).rejects.toThrow(UnreadableImage);
    }
  });
});

describe('a hostile upload', () => {
  test('of one by 40,000 pixels is refused', async () => {
    const strip = await (await twoColours(1, 40_000)).png().toBuffer();
    await expect(makeImage('post', strip)).rejects.toThrow(UnreadableImage);
  });

  test.each([
    [50_000, 50_000],
    [1, 1_000_000_000],
  ])('of %i × %i pixels in a few bytes is refused without being decoded', async (width, height) => {
    const before = process.memoryUsage().rss;
    await expect(makeImage('post', craftPng(width, height))).rejects.toThrow(UnreadableImage);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test.each([
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['PDF', Buffer.from('%PDF-1.4\n%%EOF')],
  ])('of %s is refused', async (_, bytes) => {
    await expect(makeImage('post', bytes)).rejects.toThrow(UnreadableImage);
  });

  test('of TIFF is refused, although sharp could read it', async () => {
    const tiff = await (await twoColours(8, 8)).tiff().toBuffer();
    await expect(makeImage('post', tiff)).rejects.toThrow(UnreadableImage);
  });

  test('of 2,000 frames is its first', async () => {
    const frame = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff0000' } })
      .gif()
      .toBuffer();
    const { size, variants } = await makeImage('post', repeatFrame(frame, 2000));
    expect(size).toEqual({ width: 60, height: 60 });
    expect((await sharp(variants[0]?.bytes).metadata()).pages ?? 1).toBe(1);
  });
});

/** A GIF whose only frame is repeated `times` times. */
function repeatFrame(gif: Buffer, times: number): Buffer {
  const palette = ((gif[10] ?? 0) & 0x80) !== 0 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0;
  const start = 13 + palette;
  return Buffer.concat([gif.subarray(0, start), ...Array(times).fill(gif.subarray(start, -1)), gif.subarray(-1)]);
}
