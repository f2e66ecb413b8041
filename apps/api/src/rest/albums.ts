import { albumZip, limitMember, userLimits } from '@kith/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { requestContext } from '../request/context.ts';
import { idOf, requireSession } from './images.ts';

/** Serves all pictures of an album as a ZIP. There is no HEAD route, because it would read all files. */
export function serveAlbums(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/posts/:postId/album.zip',
    { exposeHeadRoute: false, compress: false },
    async (request: FastifyRequest<{ Params: { postId: string } }>, reply) => {
      const context = await requestContext(deps, request, reply);
      const actor = requireSession(context, 'read');
      const postId = idOf(request.params.postId);
      await limitMember(deps.domain, userLimits.downloads, actor);
      const body = await albumZip(context.domain, actor, { postId });
      return reply
        .header('content-disposition', `attachment; filename="album-${postId}.zip"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('application/zip')
        .send(body);
    },
  );
}
