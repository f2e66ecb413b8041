import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/** How long a request body may take to arrive, in milliseconds, unless the route allows more. */
const defaultTimeoutMs = 60_000;

/**
 * Node's `requestTimeout` in milliseconds, one value for all requests: the time of the slowest accepted upload plus half a
 * minute.
 */
export const maxRequestMs = 630_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts off requests whose body takes over a minute (a slow-body attack), because Node's own limit has to allow for uploads. */
export function limitBodyTime(app: FastifyInstance, deps: Deps): void {
  const { bodyMs } = deps.bodyLimits ?? { bodyMs: defaultTimeoutMs };
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const length = raw.headers['content-length'];
    if ((length === undefined || length === '0') && raw.headers['transfer-encoding'] === undefined) return done();
    const timer = setTimeout(() => {
      if (raw.readableEnded) return;
      // This is the same response as Node's own when `requestTimeout` is exceeded.
      if (!reply.raw.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      raw.destroy();
    }, bodyMs);
    timers.set(raw, timer);
    raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** Lifts the time limit of this request's body: uploads have a minimum speed instead. */
export function allowSlowBody(request: FastifyRequest): void {
  clearTimeout(timers.get(request.raw));
}
