import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type {} from '@fastify/multipart';
import { formatBytes, maxImageBytes, Refusal, type RefusalCode } from '@kith/domain';
import type { FastifyRequest } from 'fastify';

/** The minimum speed of an upload: at least `bytes` arrive in every window, and the whole upload arrives before the deadline. */
export interface MinimumSpeed {
  windowMs: number;
  bytes: number;
  deadlineMs: number;
}

/** 16 KiB/s, an eighth of a slow phone connection. An upload that stalls for a whole window is cut off. */
export const defaultMinimumSpeed: MinimumSpeed = { windowMs: 15_000, bytes: 15 * 16 * 1024, deadlineMs: 600_000 };

/** What an upload may contain. */
export interface AcceptedUpload {
  /** Returns the maximum size of a file that begins with these bytes, and the code of the refusal of a larger one. */
  limitOf: (head: Buffer) => { bytes: number; code: RefusalCode };
  /** The path to which a poster is written. Without it, no poster may be sent. */
  poster?: string;
  /** Whether the field `uploadId` may replace the file. */
  inParts?: true;
}

/** A picture alone. */
export const pictureLimit = { bytes: maxImageBytes, code: 'image-too-large' } as const;

/** A file that arrived: the text fields beside it, the MIME type that the client gives for it, and whether a poster came too. */
export interface ReceivedFile {
  texts: Record<string, string>;
  type: string;
  hasPoster: boolean;
}

/**
 * Writes the field `file` of a multipart body to the file `path`, unless the field `uploadId` replaces it, and the field `poster`, if
 * there is one, to the file `poster`. Only a few buffers are in memory at a time. Throws `upload-incomplete`, and the code of the
 * limit.
 */
export async function receiveFile(
  request: FastifyRequest,
  path: string,
  speed: MinimumSpeed,
  { limitOf, poster, inParts }: AcceptedUpload = { limitOf: () => pictureLimit },
): Promise<ReceivedFile> {
  const speedLimit = enforceMinimumSpeed(request, speed);
  const received: ReceivedFile = { texts: {}, type: '', hasPoster: false };
  let hasFile = false;
  try {
    const parts = request.parts();
    for (;;) {
      const { value: part, done } = await speedLimit.rejectIfSlow(parts.next());
      if (done) break;
      if (part.type === 'field') received.texts[part.fieldname] = String(part.value);
      else {
        const isPoster = poster !== undefined && part.fieldname === 'poster' && !received.hasPoster;
        if (!isPoster && (part.fieldname !== 'file' || hasFile)) throw new Refusal('upload-incomplete');
        const file = createWriteStream(isPoster ? poster : path, { flags: 'wx', mode: 0o600 });
        const limited = withinLimit(isPoster ? () => pictureLimit : limitOf);
        await pipeline(part.file, limited, file, { signal: speedLimit.signal });
        if (part.file.truncated) throw new Refusal('image-too-large');
        if (isPoster) received.hasPoster = true;
        else {
          hasFile = true;
          received.type = part.mimetype;
        }
      }
    }
    const isUploaded = inParts === true && received.texts.uploadId !== undefined;
    if (hasFile === isUploaded) throw new Refusal('upload-incomplete');
    return received;
  } catch (error) {
    refuseBroken(error as { code?: string; statusCode?: number });
  } finally {
    speedLimit.stop();
  }
}

/** Passes the bytes of a file on. Throws the code of the limit for its kind, which its first bytes tell, once it is larger. */
const withinLimit = (limitOf: AcceptedUpload['limitOf']) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head: Buffer = Buffer.alloc(0);
    let bytes = 0;
    let limit = limitOf(head);
    for await (const chunk of chunks) {
      if (head.length < formatBytes) {
        head = Buffer.concat([head, chunk.subarray(0, formatBytes)]).subarray(0, formatBytes);
        limit = limitOf(head);
      }
      bytes += chunk.length;
      if (bytes > limit.bytes) throw new Refusal(limit.code);
      yield chunk;
    }
  };

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
