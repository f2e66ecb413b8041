import { downloadExport, Refusal } from '@kith/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { sessionOf } from '../request/context.ts';

/** Serves the archive's download, once and only for its owner. There is no HEAD route, because it would use up the download. */
export function serveExport(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/exports/:key([A-Za-z0-9]{43})',
    { exposeHeadRoute: false, compress: false },
    async (request: FastifyRequest<{ Params: { key: string } }>, reply) => {
      const session = await sessionOf(deps, request);
      if (!session) throw new Refusal('unauthenticated');
      // The key cannot be guessed; the check protects against another site's page that learnt the address.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refusal('not-found');
      const { body, size, done } = await downloadExport(deps.domain, session, request.params.key);
      let whole = false;
      reply.raw.once('finish', () => {
        whole = true;
      });
      reply.raw.once('close', () => {
        done(whole).catch((err: unknown) =>
          deps.domain.log.warn({ err }, 'a downloaded export could not be deleted yet; it is when it expires'),
        );
      });
      return reply
        .header('content-disposition', 'attachment; filename="kith.zip"')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-length', size)
        .type('application/zip')
        .send(body);
    },
  );
}
