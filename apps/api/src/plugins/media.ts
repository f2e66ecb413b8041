import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Serves the variants the worker made, never an original; a key never holds other bytes, so they may be kept for ever. */
export function serveMedia(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { key: string; file: string } }>(
    '/media/:key([A-Za-z0-9]{24})/:file([0-9]{1,4}\\.webp)',
    async (request, reply) => {
      const found = await deps.domain.storage.stream(`media/${request.params.key}/${request.params.file}`);
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
