import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { withTraceContext } from '@kith/domain';
import type { Settings } from '@kith/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/** Request ids accepted from a proxy: safe in a log line, a header and on screen. */
const accepted = /^[A-Za-z0-9_-]{8,64}$/;

/** The id of a request: the X-Request-Id of a trusted proxy, otherwise twelve random digits. */
export function requestIds({ trustProxy }: Pick<Settings, 'trustProxy'>): (request: IncomingMessage) => string {
  const trusts = trustProxy.length > 0 ? proxyAddr.compile(trustProxy) : () => false;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && accepted.test(given) && trusts(socket.remoteAddress ?? '', 0)) return given;
    return randomUUID().slice(-12);
  };
}

/** The paths of probes and scrapes, which come every few seconds and are left out of traces. */
const withoutTraces = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Sends the request id in a response header and adds the id, by AsyncLocalStorage, to every log line, job and span of the
 * request.
 */
export function traceRequests(app: FastifyInstance, { tracer }: Deps): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // The hook is preHandler and not an earlier one: body parsing runs in the async context of the connection, which may be that of
  // an earlier request.
  app.addHook('preHandler', (request, reply, done) => {
    if (tracer === null || withoutTraces.has(request.routeOptions.url ?? ''))
      withTraceContext({ requestId: request.id }, done);
    else void traceRequest(tracer, request, reply, done);
  });
}

function traceRequest(
  tracer: NonNullable<Deps['tracer']>,
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): Promise<void> {
  const { method, id, headers, routeOptions } = request;
  const route = routeOptions.url ?? 'none';
  const options = {
    parent: typeof headers.traceparent === 'string' ? headers.traceparent : '',
    startedAt: Date.now() - reply.elapsedTime,
    attributes: { 'http.request.method': method, 'http.route': route, 'kith.request_id': id },
  };
  return tracer.span(`${method} ${route}`, 'server', options, (span) => {
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode });
      if (reply.statusCode >= 500) span.fail();
      resolve();
    });
    withTraceContext({ requestId: id, traceparent: tracer.traceparent() }, done);
    return answered;
  });
}
