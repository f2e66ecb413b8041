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

/** Uploads one file with other fields, which precede it, as multipart. XMLHttpRequest is used, because fetch does not report upload progress. */
export function uploadFile<T>(
  path: string,
  file: Blob,
  onProgress?: (fraction: number) => void,
  fields: Record<string, string | Blob> = {},
  signal?: AbortSignal,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const request = new XMLHttpRequest();
  request.open('POST', path);
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
  request.upload.onload = () => wait(processingTimeoutMs);
  request.onloadend = () => clearTimeout(timer);
  request.upload.onprogress = (event) => {
    wait(stallTimeoutMs);
    if (event.lengthComputable) onProgress?.(event.loaded / event.total);
  };
  request.onerror = () => {
    void checkConnection();
    reject(new Failure('network'));
  };
  signal?.addEventListener('abort', () => request.abort());
  request.onabort = () => reject(new Failure('upload-incomplete'));
  request.onload = () => {
    const answer = parse<T>(request.responseText);
    if (request.status < 300 && answer?.success) return resolve(answer.data as T);
    const code = answer?.code ?? (request.status === 413 ? 'image-too-large' : 'internal');
    reject(new Failure(code, answer?.message, [], answer?.requestId));
  };
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file);
  request.send(body);
  return promise;
}
