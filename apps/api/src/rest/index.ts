import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serveStream } from '../live/route.ts';
import { serveOpenApi } from '../openapi/routes.ts';
import { screens } from '../web/routes.ts';
import { serveAlbums } from './albums.ts';
import { serveCalendars } from './calendars.ts';
import { allEndpoints, registerEndpoint } from './endpoint.ts';
import { serveExport } from './exports.ts';
import { servePictureUploads } from './images.ts';
import { serveArchiveUploads } from './imports.ts';
import { serveUploads } from './uploads.ts';

/** Treats an empty body with a JSON content type, which some clients send, as no body and not as invalid JSON. */
function acceptEmptyBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  );
}

/** Serves every documented path, and their description. */
export async function serveRest(app: FastifyInstance, deps: Deps): Promise<void> {
  // The REST paths have a Fastify scope of their own, so that their content type parsers do not apply to /trpc.
  await app.register(async (scope) => {
    acceptEmptyBodies(scope);
    // /server is both a screen and a REST path: a browser that opens it gets the page.
    scope.addHook('onRequest', async (request, reply) => {
      const opensPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
      if (opensPage && screens.test(request.url.split('?')[0] ?? '')) return reply.callNotFound();
    });
    // The uploads in parts are registered first, because they have HEAD routes of their own, and each GET route of the REST paths
    // would answer HEAD as well.
    await scope.register((uploads) => serveArchiveUploads(uploads, deps));
    await scope.register((uploads) => serveUploads(uploads, deps));
    for (const endpoint of allEndpoints) registerEndpoint(scope, deps, endpoint);
    serveAlbums(scope, deps);
    serveCalendars(scope, deps);
    serveExport(scope, deps);
    serveStream(scope, deps);
    await scope.register((uploads) => servePictureUploads(uploads, deps));
    serveOpenApi(scope, deps);
  });
}
