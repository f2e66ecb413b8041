import { maxImageBytes } from '@kith/contracts/lengths';
import { expect, test } from 'vitest';
import { cropPicture } from './cropPicture.ts';

/** A transparent AVIF of 16 × 8 pixels. */
const avif =
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAXBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAABlAABAAAAAAAAACUAAgAAAAABuQABAAAAAAAAABUAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAxAAAAABVpbmZlAgAAAAACAABhdjAxAAAAAA5waXRtAAAAAAABAAAAr2lwcnAAAACKaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAABAAAAAIAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAcAAAAAA5waXhpAAAAAAEIAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAdaXBtYQAAAAAAAAACAAEDgQIDAAIEhAIFhgAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAQm1kYXQSAAoIOAy/tICGg0gyFxlCYwTAADQAALCtaTAywc8ZzCYEVH7oEgAKBRgMv7CoMgoYAAABAAJlLA1Q';

/** Returns a picture with the grain of a photo, whose every pixel differs by up to `grain` from its neighbours. */
async function photo(width: number, height: number, grain: number, alpha = 255): Promise<Blob> {
  const tile = new ImageData(512, 512);
  const noise = new Uint8Array(tile.data.length / 16);
  for (let row = 0; row < 16; row += 1) {
    crypto.getRandomValues(noise);
    tile.data.set(
      noise.map((value, index) => (index % 4 === 3 ? alpha : 128 + (value % grain))),
      row * noise.length,
    );
  }
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  for (let x = 0; x < width; x += 512) for (let y = 0; y < height; y += 512) context.putImageData(tile, x, y);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
}

/** Returns the size of a picture and the alpha of its first pixel. */
async function contentOf(blob: Blob) {
  const bitmap = await createImageBitmap(blob);
  const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0);
  return [blob.type, bitmap.width, bitmap.height, context.getImageData(0, 0, 1, 1).data[3]];
}

const middle = { unit: '%', x: 25, y: 25, width: 50, height: 50 } as const;

test('a turned photo keeps its size in pixels, and one of 12 megapixels is small enough for the server', async () => {
  // A quarter of such a photo, because a machine without a graphics card takes seconds for all of it.
  const turned = await cropPicture(await photo(4000, 750, 64), 1, undefined);
  expect(await contentOf(turned)).toEqual(['image/jpeg', 750, 4000, 255]);
  expect(turned.size * 4).toBeLessThan(maxImageBytes);
});

test('a crop at the edge is as opaque as the picture', async () => {
  const opaque = await photo(1001, 333, 64);
  const corner = { unit: '%', x: 63.3, y: 33.3, width: 36.7, height: 66.7 } as const;
  expect((await cropPicture(opaque, 3, corner)).type).toBe('image/jpeg');
});

test('what is transparent stays so, in every format', async () => {
  const { buffer } = Uint8Array.from(atob(avif), (letter) => letter.charCodeAt(0));
  const turned = await cropPicture(new Blob([buffer], { type: 'image/avif' }), 1, undefined);
  expect(await contentOf(turned)).toEqual(['image/webp', 8, 16, 0]);
  const cropped = await cropPicture(await photo(100, 100, 64, 128), 0, middle);
  expect(await contentOf(cropped)).toEqual(['image/webp', 50, 50, 128]);
});
