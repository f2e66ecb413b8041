import { Failure } from '../../lib/failure.ts';
import { sideOf, type View } from './crop.ts';

const largest = 1024;

/** Draws what the view holds, filling the canvas. */
export function drawView(canvas: HTMLCanvasElement, picture: ImageBitmap, view: View): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const side = sideOf(picture, view);
  pen.imageSmoothingQuality = 'high';
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, view.x - side / 2, view.y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));

/** The square as a WebP, at most 1024 px each way; as a JPEG where the browser writes no WebP. */
export async function cutOut(picture: ImageBitmap, view: View): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(Math.min(largest, sideOf(picture, view))));
  canvas.height = canvas.width;
  drawView(canvas, picture, view);
  const webp = await encode(canvas, 'image/webp');
  const blob = webp?.type === 'image/webp' ? webp : await encode(canvas, 'image/jpeg');
  if (!blob) throw new Failure('image-unreadable');
  return blob;
}
