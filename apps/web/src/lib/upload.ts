import { maxImageBytes, maxPixels } from '@kith/contracts/lengths';
import { checkConnection } from './connection.ts';
import { Failure } from './failure.ts';

const types = Object.keys(maxPixels).map((format) => `image/${format}`);
export const acceptedPictures = types.join(',');

/** What posts and messages take. Videos of other formats are converted, so the browser decides which it can read. */
export const acceptedMedia = `${acceptedPictures},video/*`;

export const isVideo = ({ name, type }: File): boolean =>
  type.startsWith('video/') || (!type && /\.(mp4|m4v|mov|webm|mkv|3gp)$/i.test(name));

/** Checks a file's size and type before the upload. The server also checks the content, and may still refuse the file. */
export function checkPicture(file: File): Failure | null {
  if (file.size > maxImageBytes) return new Failure('image-too-large');
  const type = file.type || 'unknown';
  if (/\.hei[cf]$/i.test(file.name) || /^image\/hei[cf]/.test(type)) return new Failure('image-heic');
  const hasRefusedExtension = /\.(svg|tiff?|bmp|pdf)$/i.test(file.name);
  if (hasRefusedExtension || (type !== 'unknown' && !types.includes(type))) {
    return new Failure('image-unsupported');
  }
  return null;
}

interface Envelope<T> {
  success: boolean;
  message?: string;
  code?: string;
  requestId?: string;
  data?: T;
}

const parse = <T>(text: string): Envelope<T> | null => {
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch {
    return null;
  }
};

/** Time-outs in milliseconds: for an upload that makes no progress, and for the server's processing of the file. */
const stallTimeoutMs = 30_000;
const processingTimeoutMs = 120_000;

interface Sending {
  headers?: Record<string, string>;
  body?: Blob | FormData;
  /** Called with the number of bytes of the body that were sent, and with its size. */
  onProgress?: ((bytes: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request with XMLHttpRequest, because fetch does not report upload progress. Throws the server's refusal, `network` if the
 * connection is lost or stalls, and `upload-incomplete` once the signal aborts, unless the whole body is sent: then the server may do
 * what is asked, and only its answer tells.
 */
export function send(
  method: string,
  path: string,
  { headers = {}, body, onProgress, signal }: Sending,
): Promise<XMLHttpRequest> {
  if (signal?.aborted) return Promise.reject(new Failure('upload-incomplete'));
  const { promise, resolve, reject } = Promise.withResolvers<XMLHttpRequest>();
  const request = new XMLHttpRequest();
  let isSent = false;
  request.open(method, path);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  const fail = () => {
    void checkConnection();
    reject(new Failure('network'));
    request.abort();
  };
  let timer = setTimeout(fail, stallTimeoutMs);
  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(fail, milliseconds);
  };
  request.upload.onload = () => {
    isSent = true;
    wait(processingTimeoutMs);
  };
  request.onloadend = () => clearTimeout(timer);
  request.upload.onprogress = (event) => {
    wait(stallTimeoutMs);
    if (event.lengthComputable) onProgress?.(event.loaded, event.total);
  };
  request.onerror = () => {
    void checkConnection();
    reject(new Failure('network'));
  };
  signal?.addEventListener('abort', () => isSent || request.abort());
  request.onabort = () => reject(new Failure('upload-incomplete'));
  request.onload = () => {
    if (request.status < 300) return resolve(request);
    const answer = parse<unknown>(request.responseText);
    reject(new Failure(answer?.code ?? codes[request.status] ?? 'internal', answer?.message, [], answer?.requestId));
  };
  request.send(body);
  return promise;
}

/** The codes of refusals whose response has no body. */
const codes: Record<number, string> = { 404: 'not-found', 413: 'image-too-large' };

/**
 * Uploads one file with other fields, which precede it, as multipart. Without a file, one of the fields names an upload whose parts
 * the server has.
 */
export async function uploadFile<T>(
  path: string,
  file: Blob | null,
  onProgress?: (fraction: number) => void,
  fields: Record<string, string | Blob> = {},
  signal?: AbortSignal,
): Promise<T> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file) body.append('file', file);
  const sent = onProgress && ((bytes: number, total: number) => onProgress(bytes / total));
  const { responseText } = await send('POST', path, { body, onProgress: sent, signal });
  const answer = parse<T>(responseText);
  if (!answer?.success) throw new Failure('internal');
  return answer.data as T;
}
