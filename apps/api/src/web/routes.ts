import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { readServerSettings } from '@kith/domain';
import { createCaller, toFailure } from '@kith/trpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { sendFailure } from '../plugins/errors.ts';
import type { MethodsOf } from '../plugins/methods.ts';
import { requestContext } from '../request/context.ts';
import { serveManifest } from './manifest.ts';
import { readPage } from './page.ts';
import { servePublicPages } from './publicPages.ts';

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** The paths of the web app's screens. */
export const screens =
  /^\/(?:login|signup|about|account|setusername|home|browser|explore|messages|moderation|notification|resetpassword|second-factor|not-me|confirm|terms|privacy|404|server(?:\/[\w-]+)?|settings(?:\/[\w-]+)?|year\/[12]\d{3}|user\/[^/]+|tag\/[^/]+|post\/[1-9]\d{0,15})?\/?$/;

const profile = /^\/user\/([^/]+)\/?$/;
const post = /^\/post\/(\d+)\/?$/;

/**
 * Whether a screen is about a user or post that does not exist for the caller. Signed-out visitors cannot learn which users and
 * posts exist.
 */
async function isNotFound(deps: Deps, request: FastifyRequest, reply: FastifyReply, path: string): Promise<boolean> {
  const [, userName] = profile.exec(path) ?? [];
  const [, postId] = post.exec(path) ?? [];
  if (userName === undefined && postId === undefined) return false;
  try {
    const context = await requestContext(deps, request, reply);
    const caller = createCaller(context);
    // With public pages on, a screen that was not served as a public page is answered with 404 to readers without a session.
    if (!context.session) return !request.url.includes('?') && (await readServerSettings(deps.domain)).publicPages;
    if (userName) await caller.users.byName({ userName: decodeURIComponent(userName) });
    if (postId) await caller.posts.byId({ postId: Number(postId) });
    return false;
  } catch (error) {
    // After any error but a 404 the page is served, and the web app then finds out by itself whether the content exists.
    return toFailure(error).status === 404;
  }
}

/** Serves the built web app, and its page for every screen. */
export async function serveWeb(app: FastifyInstance, deps: Deps, methodsOf: MethodsOf): Promise<void> {
  const sendPage = readPage(deps, `${dist}index.html`);
  if (sendPage) {
    serveManifest(app, deps, `${dist}manifest.webmanifest`);
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['manifest.webmanifest*'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const publicPages = servePublicPages(app, deps, dist);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const accepted = request.headers.accept;
    // A browser accepts HTML explicitly; a client that accepts anything, such as curl, gets the page too.
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) &&
      (accepted?.includes('text/html') || (accepted === '*/*' && screens.test(path)));
    if (wantsPage) {
      const answered = await publicPages.answer(request, reply, path).catch((error: unknown) => {
        if (!sendPage || toFailure(error).status !== 503) throw error;
        // The web app says in the reader's language that the server is unavailable.
        return sendPage(request, reply, 503);
      });
      if (answered) return answered;
    }
    if (wantsPage && sendPage) {
      const exists = screens.test(path) && !(await isNotFound(deps, request, reply, path));
      return sendPage(request, reply, exists ? 200 : 404);
    }
    const allowed = [...(screens.test(path) ? ['GET', 'HEAD'] : []), ...methodsOf(path)];
    return allowed.length === 0 || allowed.includes(request.method)
      ? sendFailure(reply, { status: 404, code: 'not-found', message: 'Not found' })
      : sendFailure(reply.header('allow', allowed.join(', ')), {
          status: 405,
          code: 'method-not-allowed',
          message: 'This method is not allowed here',
        });
  });
}
