import { isImageHidden } from '@kith/domain';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** How long "not hidden" is cached, so how long a picture outlives its owner's disabling, and how many keys are kept. */
const rememberMs = 30_000;
const mostRemembered = 20_000;

/** Whether a picture's owner is disabled: one indexed query per picture, cached for half a minute. */
function hiddenImages(deps: Deps): (key: string) => Promise<boolean> {
  const shown = new Map<string, number>();
  return async (key) => {
    const now = Date.now();
    if ((shown.get(key) ?? 0) > now) return false;
    try {
      if (await isImageHidden(deps.domain, key)) return true;
    } catch (error) {
      // Pictures need no database: while it is out of reach they are served as before.
      deps.domain.log.warn({ err: error }, 'a picture was served without asking for its owner');
      return false;
    }
    const oldest = shown.size >= mostRemembered ? shown.keys().next().value : undefined;
    if (oldest !== undefined) shown.delete(oldest);
    shown.delete(key);
    shown.set(key, now + rememberMs);
    return false;
  };
}

/**
 * Serves the variants that the worker made, never an original. The bytes under a key never change, so caches may keep
 * them for ever.
 */
export function serveMedia(app: FastifyInstance, deps: Deps): void {
  const isHidden = hiddenImages(deps);
  app.get<{ Params: { key: string; file: string } }>(
    '/media/:key([A-Za-z0-9]{24})/:file([0-9]{1,4}\\.webp)',
    async (request, reply) => {
      const { key, file } = request.params;
      const found = (await isHidden(key)) ? null : await deps.domain.storage.stream(`media/${key}/${file}`);
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      if (!found) return reply.code(404).send({ success: false, message: 'Not found', code: 'not-found' });
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-length', found.size)
        .type('image/webp')
        .send(found.body);
    },
  );
}
