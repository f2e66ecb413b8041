import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/** How long a body may take to arrive, unless its door allows more. */
const usualMs = 60_000;

/** Node's own limit, which holds for every request alike: that of the slowest upload, and half a minute to spare. */
export const longestRequestMs = 630_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts off whoever sends a body for over a minute. */
export function limitBodyTime(app: FastifyInstance, deps: Deps): void {
  const { bodyMs } = deps.patience ?? { bodyMs: usualMs };
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const length = raw.headers['content-length'];
    if ((length === undefined || length === '0') && raw.headers['transfer-encoding'] === undefined) return done();
    const timer = setTimeout(() => {
      if (raw.readableEnded) return;
      // As Node itself answers when its own limit is reached.
      if (!reply.raw.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      raw.destroy();
    }, bodyMs);
    timers.set(raw, timer);
    raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** Lets this body take as long as Node allows: the door holds it to a pace of its own. */
export function allowSlowBody(request: FastifyRequest): void {
  clearTimeout(timers.get(request.raw));
}
