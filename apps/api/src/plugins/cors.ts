import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MethodsOf } from './methods.ts';

/** What a page of another origin may read beside the body. */
const exposed = ['allow', 'ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate', 'x-request-id'].join(
  ', ',
);

/** The header that lets pages of any origin read an answer, but not with credentials. */
export const anyOrigin = { 'access-control-allow-origin': '*' };

/** How long a browser remembers the answer to a preflight, in seconds. */
const remembered = 7_200;

/**
 * A call that shows a bearer token and no cookie. A page of another origin can send one only if it knows the token, so there is nothing
 * to forge: unlike a cookie, a browser never adds it by itself.
 */
export const isByToken = ({ headers }: FastifyRequest): boolean =>
  headers.cookie === undefined && /^Bearer\s/i.test(headers.authorization ?? '');

/**
 * Cross-origin resource sharing. Pages of any origin may call with a bearer token, and read the answer; to a call with a cookie, or with
 * neither, no header allows that. Credentials are never allowed, so browsers send no cookie and store none.
 */
export function answerOtherOrigins(app: FastifyInstance, methodsOf: MethodsOf): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isByToken(request)) {
      reply.headers({ ...anyOrigin, 'access-control-expose-headers': exposed });
      return done();
    }
    const { origin, 'access-control-request-method': asked } = request.headers;
    const methods = request.method === 'OPTIONS' && origin && asked ? methodsOf(request.url.split('?')[0] ?? '/') : [];
    if (methods.length === 0) return done();
    // A preflight has neither the token nor a cookie: the call itself is judged when it comes.
    reply
      .code(204)
      .headers({
        ...anyOrigin,
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': 'authorization, content-type, last-event-id',
        'access-control-max-age': String(remembered),
        vary: 'origin, access-control-request-method, access-control-request-headers',
      })
      .send();
  });
}
