import { Readable } from 'node:stream';
import { type FileStorage, Refusal } from '@kith/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';

const types: Record<string, string> = {
  'video.mp4': 'video/mp4',
  'video.webm': 'video/webm',
  'voice.mp4': 'audio/mp4',
  'voice.webm': 'audio/webm',
};

/**
 * The bytes that a `Range` header requests of a file of `size` bytes, `to` excluded. Null for the whole file, because the header is
 * missing, invalid or has several ranges, which a server may ignore; `none` if the file has no such bytes.
 */
export function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'none' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  // Without the first position, the header requests so many bytes of the end.
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return from >= size || from >= to ? 'none' : { from, to };
}

/**
 * Sends a video or a voice message, or the part of it that the `Range` header requests. The bytes at an address never change, so its
 * key is the entity tag that `If-Range` compares. Only the bytes have `cacheControl`: a cache must not keep a refusal for a year.
 */
export async function sendInParts(
  storage: FileStorage,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheControl: string,
): Promise<FastifyReply> {
  const size = await storage.size(key);
  if (size === null) throw new Refusal('not-found');
  const tag = `"${key.split('/')[1]}"`;
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === tag ? rangeOf(request.headers.range, size) : null;
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .type(types[key.split('/')[2] ?? ''] ?? 'application/octet-stream');
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send('');
  if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to - 1}/${size}`);
  reply.header('content-length', range ? range.to - range.from : size);
  // Fastify would read the whole file to send nothing of it.
  if (request.method === 'HEAD') return reply.header('cache-control', cacheControl).send(Readable.from([]));
  const found = await storage.stream(key, range ?? undefined);
  if (!found) throw new Refusal('not-found');
  return reply.header('cache-control', cacheControl).send(found.body);
}
