import type { PercentCrop } from 'react-image-crop';
import { Failure } from '../../lib/failure.ts';

/**
 * The maximum length in pixels of the result's longer side: twice what the server stores, and within the canvas limits of
 * phones.
 */
const maxSide = 4096;

/** Returns the type of the result: PNG for formats that may be transparent, otherwise JPEG. */
const typeOf = (file: Blob): string => (/png|gif|webp/.test(file.type) ? 'image/png' : 'image/jpeg');

/** Rotates a picture clockwise by `quarterTurns` × 90°, then crops it. Throws `image-unreadable`. */
export async function cropPicture(
  file: Blob,
  quarterTurns: number,
  crop: PercentCrop | undefined,
  max = maxSide,
): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Failure('image-unreadable');
  });
  try {
    const [width, height] = quarterTurns % 2 ? [bitmap.height, bitmap.width] : [bitmap.width, bitmap.height];
    const { x, y, ...size } = crop ?? { x: 0, y: 0, width: 100, height: 100 };
    const cropped = { width: (size.width / 100) * width, height: (size.height / 100) * height };
    const scale = Math.min(1, max / Math.max(cropped.width, cropped.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(cropped.width * scale));
    canvas.height = Math.max(1, Math.round(cropped.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Failure('image-unreadable');
    context.imageSmoothingQuality = 'high';
    context.scale(scale, scale);
    context.translate(width / 2 - (x / 100) * width, height / 2 - (y / 100) * height);
    context.rotate((quarterTurns * Math.PI) / 2);
    context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, typeOf(file), 0.92));
    if (!blob) throw new Failure('image-unreadable');
    return blob;
  } finally {
    bitmap.close();
  }
}
