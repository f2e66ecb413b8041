import { Failure, failureOf } from './failure.ts';
import { send } from './upload.ts';

/** The size of a piece, in bytes. After a lost connection, at most one piece is sent again. */
const pieceBytes = 4 * 2 ** 20;

/** The error codes after which the server knows how much it has, and the rest can be sent. */
const temporary = new Set([
  'network',
  'internal',
  'busy',
  'database-unavailable',
  'storage-unavailable',
  'disk-full',
  'rate-limited',
  'upload-offset',
  'upload-incomplete',
  'timeout',
]);

/** Creates an upload of `size` bytes on the server, and returns the address to which its pieces are sent. */
export async function openUpload(path: string, size: number, signal?: AbortSignal): Promise<string> {
  const answer = await send('POST', path, { headers: { 'upload-length': String(size) }, signal });
  return answer.getResponseHeader('location') ?? '';
}

interface Sending {
  /** The number of bytes that the server has; null if only the server knows. */
  from: number | null;
  signal?: AbortSignal | undefined;
  /** Called with the sent share of the whole file, from 0 to 1. */
  onProgress: (fraction: number) => void;
  /** Called after a temporary failure. The upload goes on when the promise resolves, and ends with its error when it rejects. */
  onBreak: (failure: Failure) => Promise<void>;
}

/**
 * Sends a file in pieces to the address of an upload, following the core of tus 1.0: after a failure, the server is asked how much it
 * has. Throws the server's refusal, and `upload-incomplete` once the signal aborts.
 */
export async function sendInParts(file: Blob, address: string, { from, signal, onProgress, onBreak }: Sending) {
  let at = from;
  const ask = async (): Promise<number> => {
    if (signal?.aborted) throw new Failure('upload-incomplete');
    if (at === null) return offsetIn(await send('HEAD', address, { signal }));
    const start = at;
    const headers = { 'upload-offset': String(start), 'content-type': 'application/offset+octet-stream' };
    const body = file.slice(start, start + pieceBytes);
    const sent = (bytes: number) => onProgress((start + bytes) / file.size);
    return offsetIn(await send('PATCH', address, { headers, body, signal, onProgress: sent }));
  };
  while (at === null || at < file.size) {
    try {
      at = await ask();
      onProgress(at / file.size);
    } catch (error) {
      const failure = failureOf(error);
      if (signal?.aborted || !temporary.has(failure.code)) throw failure;
      await onBreak(failure);
      at = null;
    }
  }
}

const offsetIn = (answer: XMLHttpRequest): number => Number(answer.getResponseHeader('upload-offset'));
