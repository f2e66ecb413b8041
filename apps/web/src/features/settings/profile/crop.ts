import { Failure } from '../../../lib/failure.ts';

export interface Size {
  width: number;
  height: number;
}

/** What of a picture lies in the square: its centre in pixels of the picture, and how much it is enlarged. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

export const maxZoom = 4;

/** How many pixels of the picture the square holds each way. */
export const sideOf = ({ width, height }: Size, { zoom }: View): number => Math.min(width, height) / zoom;

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** The nearest view that the picture fills. */
export function fitted(size: Size, view: View): View {
  const zoom = between(1, view.zoom, maxZoom);
  const half = sideOf(size, { ...view, zoom }) / 2;
  return { x: between(half, view.x, size.width - half), y: between(half, view.y, size.height - half), zoom };
}

export const centred = ({ width, height }: Size): View => ({ x: width / 2, y: height / 2, zoom: 1 });

/** Moves the picture under the square; `dx` and `dy` are parts of the square's edge. */
export function moved(size: Size, view: View, dx: number, dy: number): View {
  const side = sideOf(size, view);
  return fitted(size, { ...view, x: view.x - dx * side, y: view.y - dy * side });
}

export const zoomed = (size: Size, view: View, zoom: number): View => fitted(size, { ...view, zoom });

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
