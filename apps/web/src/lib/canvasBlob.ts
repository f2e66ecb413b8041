import { Failure } from './failure.ts';

/** The number of pixel rows that are read at once, which bounds the memory. */
const rows = 256;

function isOpaque(context: CanvasRenderingContext2D): boolean {
  const { width, height } = context.canvas;
  for (let top = 0; top < height; top += rows) {
    const { data } = context.getImageData(0, top, width, Math.min(rows, height - top));
    for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  }
  return true;
}

/**
 * Returns what a canvas shows as a JPEG or, if any of it is transparent, as a WebP, which browsers that cannot write WebP replace
 * by a PNG. Throws `image-unreadable`.
 */
export async function canvasBlob(context: CanvasRenderingContext2D): Promise<Blob> {
  const type = isOpaque(context) ? 'image/jpeg' : 'image/webp';
  const blob = await new Promise<Blob | null>((resolve) => context.canvas.toBlob(resolve, type, 0.92));
  if (!blob) throw new Failure('image-unreadable');
  return blob;
}
