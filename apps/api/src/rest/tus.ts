import { Readable } from 'node:stream';
import { Refusal, type RefusalCode } from '@kith/domain';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { defaultMinimumSpeed, enforceMinimumSpeed } from '../images/receive.ts';
import { refuseCompressed } from './images.ts';

/** The content type of an upload chunk in the tus protocol. */
export const chunkType = 'application/offset+octet-stream';

export const tusHeaders = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' };

/** Makes the paths of `app` accept chunks as streams, and no compressed bodies. */
export function acceptChunks(app: FastifyInstance): void {
  app.addContentTypeParser(chunkType, (_request, body, done) => done(null, body));
  refuseCompressed(app);
}

const readCount = (header: string | string[] | undefined): number => {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) throw new Refusal('upload-incomplete');
  return Number(header);
};

/** The declared size of a resumable upload, in bytes. Throws 415 for a request with a body or without the header. */
export function declaredSize({ headers, body }: FastifyRequest): number {
  if (headers['upload-length'] === undefined || body != null)
    throw Object.assign(new Error('an upload needs an Upload-Length header and no body'), { statusCode: 415 });
  return readCount(headers['upload-length']);
}

/** The offset of a chunk, in bytes. Throws `upload-incomplete`. */
export const offsetOf = ({ headers }: FastifyRequest): number => readCount(headers['upload-offset']);

async function* noChunks(): AsyncGenerator<Buffer> {}

/**
 * The bytes of a chunk. The request is not destroyed at its end, because the response uses the same connection. Throws 415 for
 * another content type, whose body was parsed.
 */
export function chunkOf({ body }: FastifyRequest): AsyncIterable<Buffer> {
  if (body == null) return noChunks();
  if (body instanceof Readable) return body.iterator({ destroyOnReturn: false });
  throw Object.assign(new Error(`a chunk must be ${chunkType}`), { statusCode: 415 });
}

/** Passes the body on, and throws a refusal when the body is too slow, too large or incomplete. */
export async function* withMinimumSpeed(
  deps: Deps,
  request: FastifyRequest,
  body: AsyncIterable<Buffer>,
  tooLarge: RefusalCode,
): AsyncGenerator<Buffer> {
  const speedLimit = enforceMinimumSpeed(request, deps.bodyLimits?.upload ?? defaultMinimumSpeed);
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await speedLimit.rejectIfSlow(chunks.next());
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (error instanceof Refusal || error instanceof TRPCError) throw error;
    const isTooLarge = (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE';
    throw new Refusal(isTooLarge ? tooLarge : 'upload-incomplete');
  } finally {
    speedLimit.stop();
    // This is not awaited, because it would wait for the next chunk of a body that is too slow.
    void chunks.return?.();
  }
}
