import { Refusal, type Upload } from '@kith/domain';
import type { FastifyRequest } from 'fastify';
import { imageSize } from 'image-size';

/** 15 MiB. */
export const maxFileBytes = 15 * 1024 * 1024;
export const maxPixels = 50_000_000;

const accepted: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

/** Tells type and size by content alone. Throws `image-unsupported`, `image-unreadable`, `image-too-many-pixels`. */
export function checkImage(bytes: Buffer): Upload {
  const measured = measure(bytes);
  const contentType = accepted[measured.type ?? ''];
  if (!contentType) throw new Refusal('image-unsupported');
  const turned = (measured.orientation ?? 1) >= 5;
  const [width, height] = turned ? [measured.height, measured.width] : [measured.width, measured.height];
  if (!(width > 0 && height > 0)) throw new Refusal('image-unreadable');
  if (width * height > maxPixels) throw new Refusal('image-too-many-pixels');
  return { bytes, contentType, width, height };
}

function measure(bytes: Buffer) {
  try {
    return imageSize(bytes);
  } catch {
    throw new Refusal('image-unsupported');
  }
}

/** Reads the one file of a multipart body, its field named `file`. Throws `image-too-large`, `upload-incomplete`. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const part = await request.file().catch(refuseBroken);
  if (part?.fieldname !== 'file') throw new Refusal('upload-incomplete');
  return checkImage(await part.toBuffer().catch(refuseBroken));
}

function refuseBroken(error: { code?: string; statusCode?: number }): never {
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal('image-too-large');
  // Not a multipart body at all is answered as such; anything else broke off on the way.
  throw error.statusCode === 406 ? error : new Refusal('upload-incomplete');
}
