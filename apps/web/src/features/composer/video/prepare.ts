import { Failure } from '../../../lib/failure.ts';
import type { VideoEdits } from '../../../lib/outbox/pictures.ts';
import { type Converted, longestSide, type WorkerAnswer } from './edits.ts';
import { plainPoster, takePoster } from './frames.ts';

export interface PreparedVideo extends Converted {
  poster: Blob;
}

/** Converting needs all cores, so videos are prepared one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Converts in a worker, which is ended when `signal` aborts. */
function convertInWorker(
  file: Blob,
  { start, end, quarterTurns, muted }: VideoEdits,
  maxSeconds: number,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Converted> {
  const { promise, resolve, reject } = Promise.withResolvers<Converted>();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'video' });
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  worker.onerror = () => reject(new Failure('unsupported-video'));
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    if ('progress' in data) onProgress(data.progress);
    else if ('code' in data) reject(new Failure(data.code));
    else resolve(data);
  };
  worker.postMessage({ file, edits: { start, end, quarterTurns, muted }, maxSeconds });
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
    worker.terminate();
  });
}

/**
 * Makes of a chosen video what is sent: the converted file and its poster. Throws a `Failure`, or the reason of `signal` if it is
 * cancelled.
 */
export function prepareVideo(
  file: Blob,
  edits: VideoEdits,
  maxSeconds: number,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<PreparedVideo> {
  const prepared = last.then(async () => {
    signal.throwIfAborted();
    const converted = await convertInWorker(file, edits, maxSeconds, onProgress, signal);
    const posterAt = edits.posterAt === null ? null : Math.max(0, edits.posterAt - converted.start);
    // A browser that cannot convert a video may not be able to play it either. The video then has a plain poster.
    const poster = await takePoster(converted.file, posterAt, longestSide).catch(() => plainPoster(converted));
    return { ...converted, poster };
  });
  last = prepared.catch(() => undefined);
  return prepared;
}
