import type { PercentCrop } from 'react-image-crop';
import { Failure } from '../../lib/failure.ts';

/** The longest side of the result in pixels: twice what the server keeps, and within the canvas limits of phones. */
const longest = 4096;

/** Formats with transparency keep it. */
const typeOf = (file: Blob): string => (/png|gif|webp/.test(file.type) ? 'image/png' : 'image/jpeg');

/** Rotates a picture clockwise by quarters, then crops it. Throws `image-unreadable`. */
export async function cutPicture(
  file: Blob,
  quarters: number,
  part: PercentCrop | undefined,
  most = longest,
): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Failure('image-unreadable');
  });
  try {
    const [width, height] = quarters % 2 ? [bitmap.height, bitmap.width] : [bitmap.width, bitmap.height];
    const { x, y, ...size } = part ?? { x: 0, y: 0, width: 100, height: 100 };
    const cut = { width: (size.width / 100) * width, height: (size.height / 100) * height };
    const scale = Math.min(1, most / Math.max(cut.width, cut.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(cut.width * scale));
    canvas.height = Math.max(1, Math.round(cut.height * scale));
    const pen = canvas.getContext('2d');
    if (!pen) throw new Failure('image-unreadable');
    pen.imageSmoothingQuality = 'high';
    pen.scale(scale, scale);
    pen.translate(width / 2 - (x / 100) * width, height / 2 - (y / 100) * height);
    pen.rotate((quarters * Math.PI) / 2);
    pen.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, typeOf(file), 0.92));
    if (!blob) throw new Failure('image-unreadable');
    return blob;
  } finally {
    bitmap.close();
  }
}
