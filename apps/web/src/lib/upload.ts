import { maxImageBytes, maxPixels } from '@kith/contracts/lengths';
import { doubtConnection } from './connection.ts';
import { Failure } from './failure.ts';

const types = Object.keys(maxPixels).map((format) => `image/${format}`);
export const acceptedPictures = types.join(',');

/** What can be told before sending; the server looks at the content and has the last word. */
export function checkPicture(file: File): Failure | null {
  if (file.size > maxImageBytes) return new Failure('image-too-large');
  const told = file.type || 'unknown';
  const named = /\.(heic|heif|svg|tiff?|bmp|pdf)$/i.test(file.name);
  if (named || (told !== 'unknown' && !types.includes(told))) {
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

/** Sends one file as multipart; XMLHttpRequest because fetch tells nothing about how much has gone out. */
export function uploadFile<T>(path: string, file: Blob, onProgress?: (fraction: number) => void): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) onProgress?.(event.loaded / event.total);
  };
  request.onerror = () => {
    void doubtConnection();
    reject(new Failure('network'));
  };
  request.onabort = () => reject(new Failure('upload-incomplete'));
  request.onload = () => {
    const answer = parse<T>(request.responseText);
    if (request.status < 300 && answer?.success) return resolve(answer.data as T);
    const code = answer?.code ?? (request.status === 413 ? 'image-too-large' : 'internal');
    reject(new Failure(code, answer?.message, [], answer?.requestId));
  };
  const body = new FormData();
  body.append('file', file);
  request.send(body);
  return promise;
}
