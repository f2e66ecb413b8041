import { Failure } from '../../../lib/failure.ts';

/** How many moments at the start are tried for a frame that is not black, and how far apart they are, in seconds. */
const attempts = 6;
const attemptSeconds = 0.4;

/** The mean brightness, from 0 to 255, below which a frame counts as black. */
const darkest = 18;

const posterQuality = 0.86;

/** A video that is decoded outside of the page, for reading single frames. `close` releases it. */
export interface FrameReader {
  durationSeconds: number;
  /** Returns the frame at a time, no larger than `side` pixels. */
  frame: (seconds: number, side: number) => Promise<HTMLCanvasElement>;
  close: () => void;
}

/** How long, in milliseconds, a browser may take to open a video or to find a frame. Other videos wait for it. */
const hangMs = 30_000;

function once(video: HTMLVideoElement, event: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = () => reject(new Failure('unsupported-video'));
  video.addEventListener(event, () => resolve(), { once: true });
  for (const end of ['error', 'abort']) video.addEventListener(end, fail, { once: true });
  AbortSignal.timeout(hangMs).addEventListener('abort', fail);
  return promise;
}

/** How long, in milliseconds, a frame is waited for in a browser that does not tell of the frames of a video outside of the page. */
const frameMs = 300;

/** Seeks, and waits until the frame there is the one that a canvas gets: on a busy device that is after the event `seeked`. */
async function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  const sought = once(video, 'seeked');
  const decoded = new Promise<void>((resolve) => video.requestVideoFrameCallback?.(() => resolve()));
  video.currentTime = seconds;
  await sought;
  await Promise.race([decoded, new Promise((resolve) => setTimeout(resolve, frameMs))]);
}

/** Opens a video file. Throws `unsupported-video` if the browser cannot play it. */
export async function openFrames(file: Blob): Promise<FrameReader> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  const close = () => {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  };
  try {
    const loaded = once(video, 'loadeddata');
    video.src = url;
    await loaded;
    // The length of a file that a browser recorded is unknown until its end has been sought.
    if (!Number.isFinite(video.duration)) await seek(video, 1e7);
  } catch (error) {
    close();
    throw error;
  }
  return {
    durationSeconds: video.duration,
    close,
    frame: async (seconds, side) => {
      await seek(video, Math.min(seconds, Math.max(0, video.duration - 0.05)));
      const { videoWidth, videoHeight } = video;
      const scale = Math.min(1, side / Math.max(videoWidth, videoHeight));
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(videoWidth * scale));
      canvas.height = Math.max(1, Math.round(videoHeight * scale));
      canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
      return canvas;
    },
  };
}

function brightness(canvas: HTMLCanvasElement): number {
  const small = document.createElement('canvas');
  small.width = small.height = 8;
  const context = small.getContext('2d');
  context?.drawImage(canvas, 0, 0, 8, 8);
  const { data } = context?.getImageData(0, 0, 8, 8) ?? { data: new Uint8ClampedArray() };
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
  return sum / (3 * 64);
}

const asJpeg = async (canvas: HTMLCanvasElement): Promise<Blob> => {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', posterQuality));
  if (!blob) throw new Failure('unsupported-video');
  return blob;
};

/** Makes a poster of one colour: that of the edges of fields, which is visible on a light and on a dark page. */
export function plainPoster({ width, height }: { width: number; height: number }): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--edge');
  context?.fillRect(0, 0, width, height);
  return asJpeg(canvas);
}

/** Takes the poster of a video: the frame at a time or, if it is null, the first that is not black. */
export async function takePoster(file: Blob, seconds: number | null, side: number): Promise<Blob> {
  const reader = await openFrames(file);
  try {
    let canvas = await reader.frame(seconds ?? 0, side);
    for (let attempt = 1; seconds === null && attempt < attempts && brightness(canvas) < darkest; attempt += 1) {
      if (attempt * attemptSeconds >= reader.durationSeconds) break;
      canvas = await reader.frame(attempt * attemptSeconds, side);
    }
    return await asJpeg(canvas);
  } finally {
    reader.close();
  }
}
