import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type {} from '@fastify/multipart';
import { Refusal } from '@kith/domain';
import type { FastifyRequest } from 'fastify';

/** The minimum speed of an upload: at least `bytes` arrive in every window, and the whole upload arrives before the deadline. */
export interface MinimumSpeed {
  windowMs: number;
  bytes: number;
  deadlineMs: number;
}

/** 16 KiB/s, an eighth of a slow phone connection. An upload that stalls for a whole window is cut off. */
export const defaultMinimumSpeed: MinimumSpeed = { windowMs: 15_000, bytes: 15 * 16 * 1024, deadlineMs: 600_000 };

/**
 * Receives the single file of a multipart body, in the field `file`, into a draft on disk, and returns the text fields of the
 * body. Only a few buffers of the file are in memory at a time. Throws `image-too-large`, `upload-incomplete`.
 */
export async function receiveFile(
  request: FastifyRequest,
  path: string,
  speed: MinimumSpeed,
): Promise<Record<string, string>> {
  const speedLimit = enforceMinimumSpeed(request, speed);
  const texts: Record<string, string> = {};
  let received = false;
  try {
    const parts = request.parts();
    for (;;) {
      const { value: part, done } = await speedLimit.rejectIfSlow(parts.next());
      if (done) break;
      if (part.type === 'field') texts[part.fieldname] = String(part.value);
      else {
        if (part.fieldname !== 'file') throw new Refusal('upload-incomplete');
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        await pipeline(part.file, file, { signal: speedLimit.signal });
        if (part.file.truncated) throw new Refusal('image-too-large');
        received = true;
      }
    }
    if (!received) throw new Refusal('upload-incomplete');
    return texts;
  } catch (error) {
    refuseBroken(error as { code?: string; statusCode?: number });
  } finally {
    speedLimit.stop();
  }
}

/**
 * Monitors the speed of a request's body until `stop` is called. When the body is too slow, aborts `signal`, and the promises
 * that `rejectIfSlow` has returned reject with `upload-incomplete`.
 */
export function enforceMinimumSpeed(request: FastifyRequest, { windowMs, bytes, deadlineMs }: MinimumSpeed) {
  const late = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => {});
  const giveUp = () => {
    late.abort();
    reject(new Refusal('upload-incomplete'));
  };
  let before = request.raw.socket.bytesRead;
  const window = setInterval(() => {
    const now = request.raw.socket.bytesRead;
    if (now - before < bytes) giveUp();
    before = now;
  }, windowMs);
  const deadline = setTimeout(giveUp, deadlineMs);
  return {
    signal: late.signal,
    rejectIfSlow: <T>(work: Promise<T>): Promise<T> => Promise.race([work, aborted]),
    stop: () => {
      clearInterval(window);
      clearTimeout(deadline);
    },
  };
}

function refuseBroken(error: { code?: string; statusCode?: number }): never {
  if (error instanceof Refusal) throw error;
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal('image-too-large');
  // A body that is not multipart keeps its own error, and so does a full disk, which is a fault of the server (5xx). Any other
  // error means that the upload was cut off.
  throw error.statusCode === 406 || error.code === 'ENOSPC' ? error : new Refusal('upload-incomplete');
}
