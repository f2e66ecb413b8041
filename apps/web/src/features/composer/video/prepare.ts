import { Failure } from '../../../lib/failure.ts';
import type { VideoEdits } from '../../../lib/outbox/pictures.ts';
import { type Converted, longestSide, type Preparation, type WorkerAnswer } from './edits.ts';
import { plainPoster, takePoster } from './frames.ts';

export interface PreparedVideo extends Converted {
  poster: Blob;
}

/** Converting needs all cores, so videos are prepared one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** How long, in milliseconds, a worker may say nothing, not even its progress. Firefox's encoder sometimes never answers. */
const silenceMs = 15_000;

const silent = new Failure('unsupported-video');

/** Converts in a worker, which is ended when `signal` aborts. Throws `silent` if it hangs, `network` if its code cannot be loaded. */
function convertInWorker(
  preparation: Preparation,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Converted> {
  const { promise, resolve, reject } = Promise.withResolvers<Converted>();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'video' });
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  let timer = setTimeout(reject, silenceMs, silent);
  // A script that cannot be loaded causes an event without an error.
  worker.onerror = (event: Event) => reject(new Failure(event instanceof ErrorEvent ? 'unsupported-video' : 'network'));
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    clearTimeout(timer);
    if ('progress' in data) {
      timer = setTimeout(reject, silenceMs, silent);
      onProgress(data.progress);
    } else if ('code' in data) reject(new Failure(data.code));
    else resolve(data);
  };
  worker.postMessage(preparation);
  return promise.finally(() => {
    clearTimeout(timer);
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
    const { posterAt: _, ...rest } = edits;
    const preparation = { file, edits: rest, maxSeconds };
    const converted = await convertInWorker(preparation, onProgress, signal).catch((error: unknown) => {
      if (error !== silent) throw error;
      return convertInWorker({ ...preparation, copies: true }, onProgress, signal);
    });
    const posterAt = edits.posterAt === null ? null : Math.max(0, edits.posterAt - converted.start);
    // A browser that cannot convert a video may not be able to play it either. The video then has a plain poster.
    const poster = await takePoster(converted.file, posterAt, longestSide).catch(() => plainPoster(converted));
    return { ...converted, poster };
  });
  last = prepared.catch(() => undefined);
  return prepared;
}
