import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MethodsOf } from './methods.ts';

/** Response headers that a page of another origin can read. */
const exposedHeaders =
  'allow, location, ratelimit, ratelimit-policy, retry-after, upload-length, upload-offset, www-authenticate, x-request-id';

/** The header that lets pages of any origin read a response, without credentials. */
export const anyOrigin = { 'access-control-allow-origin': '*' };

/** How long a browser caches a preflight response, in seconds. */
const preflightSeconds = 7_200;

/**
 * Whether a call has a bearer token and no cookie. Such a call cannot be forged by a page of another origin, because browsers
 * never add a bearer token by themselves.
 */
export const isByToken = ({ headers }: FastifyRequest): boolean =>
  headers.cookie === undefined && /^Bearer\s/i.test(headers.authorization ?? '');

/**
 * Cross-origin resource sharing. Pages of any origin may call with a bearer token and read the response; calls with a cookie, or
 * with neither, get no CORS headers. Credentials are never allowed, so browsers send no cookie and store none.
 */
export function answerOtherOrigins(app: FastifyInstance, methodsOf: MethodsOf): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isByToken(request)) {
      reply.headers({ ...anyOrigin, 'access-control-expose-headers': exposedHeaders });
      return done();
    }
    const { origin, 'access-control-request-method': asked } = request.headers;
    const methods = request.method === 'OPTIONS' && origin && asked ? methodsOf(request.url.split('?')[0] ?? '/') : [];
    if (methods.length === 0) return done();
    // A preflight has neither token nor cookie: the call itself is checked later.
    reply
      .code(204)
      .headers({
        ...anyOrigin,
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers':
          'authorization, content-type, last-event-id, tus-resumable, upload-length, upload-offset',
        'access-control-max-age': String(preflightSeconds),
        vary: 'origin, access-control-request-method, access-control-request-headers',
      })
      .send();
  });
}
