import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { sendFailure } from '../plugins/errors.ts';
import { readPage } from './page.ts';

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const screens =
  /^\/(?:login|signup|account|setusername|home|browser|explore|messages|moderation|notification|resetpassword|confirm|terms|privacy|404|user\/[^/]+)?\/?$/;

/** Serves the built web app, and its page for every screen. */
export async function serveWeb(app: FastifyInstance, deps: Deps): Promise<void> {
  const sendPage = readPage(deps, `${dist}index.html`);
  if (sendPage) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const accepted = request.headers.accept;
    // A browser names HTML; whoever asks for a screen and takes anything, as curl does, gets its page too.
    const wantsPage =
      request.method === 'GET' && (accepted?.includes('text/html') || (accepted === '*/*' && screens.test(path)));
    if (!wantsPage || sendPage === null) {
      return sendFailure(reply, { status: 404, code: 'not-found', message: 'Not found' });
    }
    return sendPage(request, reply, screens.test(path) ? 200 : 404);
  });
}
