import { isPicturePublic, missingPictures, Refusal, readSignature, seesChatPicture } from '@kith/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps.ts';
import { sendInParts } from '../media/sendInParts.ts';
import { rateLimitAddress } from '../request/address.ts';

/**
 * How long in milliseconds, and for how many pictures, the result of a check that allows access is cached. For that time a
 * picture is still served after the audience of its post was narrowed, or to somebody who has left its chat.
 */
const cacheMs = 30_000;
const maxCached = 20_000;

/** For how many seconds a URL of the object store is valid, to which Kith redirects a request for the picture of a chat. */
const chatAddressSeconds = 20;

/** Wraps `check`, and caches results that are true, because each check costs a query. */
function cached<A extends unknown[]>(check: (...given: A) => Promise<boolean>): (...given: A) => Promise<boolean> {
  const allowed = new LRUCache<string, true>({ max: maxCached, ttl: cacheMs });
  return async (...given) => {
    const key = given.join('/');
    if (allowed.has(key)) return true;
    if (!(await check(...given))) return false;
    allowed.set(key, true);
    return true;
  };
}

/**
 * The names of the files that are served: the variants of a picture, a video, and a voice message. Without groups, which a route's path
 * cannot have within its own.
 */
const files = '[0-9]{1,4}\\.webp|video\\.mp4|video\\.webm|voice\\.mp4|voice\\.webm';

type Picture = { Params: { key: string; file: string }; Querystring: { s?: string | string[] } };

/**
 * Serves the variants that the worker made, never an original. The bytes at an unsigned address never change, so they may be
 * cached for ever. A signed address is only for its recipient, and its bytes may be cached by the service worker alone, which
 * clears them when the session ends.
 */
export function serveMedia(app: FastifyInstance, deps: Deps): void {
  const isPublic = cached((key: string) => isPicturePublic(deps.domain, key));
  const seesOfChat = cached((key: string, member: number) => seesChatPicture(deps.domain, key, member));

  /** Sends the file if `isAllowed` resolves to true, and otherwise the same 404 as for a missing one. */
  async function answer(
    request: FastifyRequest<Picture>,
    reply: FastifyReply,
    isAllowed: Promise<boolean>,
    cacheControl: string,
  ): Promise<FastifyReply> {
    const { key, file } = request.params;
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    if (!(await isAllowed)) throw new Refusal('not-found');
    if (!file.endsWith('.webp'))
      return sendInParts(deps.domain.storage, `media/${key}/${file}`, request, reply, cacheControl);
    const found = await deps.domain.storage.stream(`media/${key}/${file}`);
    // Only the bytes never change: a missing file may be there a moment later, after a repair of the storage for example.
    if (!found) throw new Refusal('not-found');
    reply.header('cache-control', cacheControl).header('content-length', found.size);
    return reply.type('image/webp').send(found.body);
  }

  /** Counts a request that finds nothing, and refuses all requests from an address with too many of these. */
  async function limited(ip: string, serve: () => Promise<FastifyReply>): Promise<FastifyReply> {
    const address = `address:${rateLimitAddress(ip)}`;
    const retryAfterSeconds = await deps.domain.limiter.consume(missingPictures, address, 0);
    if (retryAfterSeconds !== null) throw new Refusal('rate-limited', { retryAfterSeconds });
    try {
      return await serve();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found')
        await deps.domain.limiter.consume(missingPictures, address);
      throw error;
    }
  }

  async function serve(request: FastifyRequest<Picture>, reply: FastifyReply): Promise<FastifyReply> {
    const { key, file } = request.params;
    const { s: signature } = request.query;
    if (signature === undefined) return answer(request, reply, isPublic(key), 'public, max-age=31536000, immutable');
    const valid = await readSignature(deps.domain, key, String(signature));
    const signed = valid !== null && (valid.member === null || (await seesOfChat(key, valid.member)));
    const seconds = valid?.member == null ? undefined : chatAddressSeconds;
    // A player requests a video in many parts, for longer than an address of the object store is valid.
    const mayRedirect = signed && file.endsWith('.webp');
    const elsewhere = mayRedirect && (await deps.domain.storage.address(`media/${key}/${file}`, seconds));
    if (elsewhere) return reply.header('cache-control', 'private, no-store').redirect(elsewhere, 302);
    return answer(request, reply, Promise.resolve(signed), 'private, no-store');
  }

  app.get<Picture>(`/media/:key([A-Za-z0-9]{24})/:file(${files})`, (request, reply) =>
    limited(request.ip, () => serve(request, reply)),
  );
}
