import { maxImageBytes } from '@kith/contracts/lengths';
import type { PercentCrop } from 'react-image-crop';
import { canvasBlob } from '../../lib/canvasBlob.ts';
import { Failure } from '../../lib/failure.ts';

/**
 * The maximum length in pixels of the result's longer side: twice what the server stores, and within the canvas limits of
 * phones.
 */
const maxSide = 4096;

/**
 * Rotates a picture clockwise by `quarterTurns` × 90°, then crops it. The result is smaller where it would otherwise be too large
 * for an upload. Throws `image-unreadable`.
 */
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
    // The picture covers the canvas exactly, so that no edge becomes transparent by rounding.
    context.scale(canvas.width / cropped.width, canvas.height / cropped.height);
    context.translate(width / 2 - (x / 100) * width, height / 2 - (y / 100) * height);
    context.rotate((quarterTurns * Math.PI) / 2);
    context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
    const blob = await canvasBlob(context);
    return blob.size > maxImageBytes ? await cropPicture(file, quarterTurns, crop, max / 2) : blob;
  } finally {
    bitmap.close();
  }
}
