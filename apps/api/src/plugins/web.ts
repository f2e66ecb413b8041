import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { sendFailure } from './errors.ts';

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const screens =
  /^\/(?:login|signup|account|setusername|home|browser|explore|messages|notification|resetpassword|404|user\/[^/]+)?\/?$/;

/** Without a provider the page says so at its root, where the log-in screen's styles see it before any request. */
function pageFor({ settings }: Deps, html: string): Buffer {
  const provided = settings.google !== null || settings.developmentSignIn;
  return Buffer.from(provided ? html : html.replace('<html ', '<html data-no-google '));
}

/** Serves the built web app, and its page for every screen. */
export async function serveWeb(app: FastifyInstance, deps: Deps): Promise<void> {
  const built = existsSync(`${dist}index.html`);
  const page = built ? pageFor(deps, readFileSync(`${dist}index.html`, 'utf8')) : null;
  if (built) {
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
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (!wantsPage || page === null) {
      return sendFailure(reply, { status: 404, code: 'not-found', message: 'Not found' });
    }
    return reply
      .code(screens.test(path) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
