import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type MethodsOf, recordMethods } from './methods.ts';

/** Response headers that a page of another origin can read. */
const exposedHeaders =
  'allow, location, ratelimit, ratelimit-policy, retry-after, upload-length, upload-offset, www-authenticate, x-request-id';

const allowedHeaders = 'authorization, content-type, last-event-id, tus-resumable, upload-length, upload-offset';

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
export async function allowCrossOrigin(app: FastifyInstance): Promise<MethodsOf> {
  await app.register(cors, {
    delegator: (request, callback) => {
      if (isByToken(request)) return callback(null, { origin: '*', exposedHeaders, preflight: false });
      // A preflight has neither token nor cookie: the call itself is checked later.
      const { origin, 'access-control-request-method': asked } = request.headers;
      const methods =
        request.method === 'OPTIONS' && origin && asked ? methodsOf(request.url.split('?')[0] ?? '/') : [];
      callback(
        null,
        methods.length > 0 ? { origin: '*', methods, allowedHeaders, maxAge: preflightSeconds } : { origin: false },
      );
    },
  });
  // This comes after the plugin, because the plugin's own route has the method OPTIONS for every path.
  const methodsOf = recordMethods(app);
  return methodsOf;
}
