import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { serveFederatedSignIn } from './federated/routes.ts';
import { limitBodyTime, maxRequestMs } from './plugins/bodyTime.ts';
import { allowCrossOrigin } from './plugins/cors.ts';
import { answerErrors, sendFailure } from './plugins/errors.ts';
import { setHeaders } from './plugins/headers.ts';
import { refuseWritesOnFullDisk, reportHealth } from './plugins/health.ts';
import { serveMedia } from './plugins/media.ts';
import { serveMetrics } from './plugins/metrics.ts';
import { guardOrigin, warnAboutProxy } from './plugins/origin.ts';
import { serveQueueDashboard } from './plugins/queueDashboard.ts';
import { sendLimitHeaders } from './plugins/rateLimit.ts';
import { markRecentWriters } from './plugins/replica.ts';
import { requestIds, traceRequests } from './plugins/requestTracing.ts';
import { serveRest } from './rest/index.ts';
import { serveCalls } from './trpc/calls.ts';
import { serveWeb } from './web/routes.ts';
import { serveWellKnown } from './web/wellKnown.ts';

/** Builds the server without listening. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 1_000 },
    trustProxy: deps.settings.trustProxy.length > 0 ? deps.settings.trustProxy : false,
    genReqId: requestIds(deps.settings),
    // It is safe to close connections by force: `GracefulShutdown` waits for the requests in progress before the app closes.
    forceCloseConnections: true,
    return503OnClosing: false,
    requestTimeout: maxRequestMs,
    // Errors of the router itself, such as a malformed URL, never reach the error handler.
    frameworkErrors: (_error, request, reply) =>
      sendFailure(reply.header('x-request-id', request.id), {
        status: 400,
        code: 'invalid-input',
        message: 'The address is not valid',
      }),
  });
  // Requests with an unknown Expect header are handled like any other: Node's own response would lack the security headers and
  // the error envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  deps.shutdown.trackRequests(app);
  answerErrors(app, deps);
  traceRequests(app, deps);
  limitBodyTime(app, deps);
  setHeaders(app, deps);
  await app.register(cookie);
  markRecentWriters(app, deps);
  sendLimitHeaders(app);
  const methodsOf = await allowCrossOrigin(app);
  guardOrigin(app, deps);
  warnAboutProxy(app, deps);
  refuseWritesOnFullDisk(app, deps);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Compressed request bodies are not decompressed: no client sends them, and they could expand to any size (a zip bomb).
    globalDecompression: false,
    // Event streams are not compressed, because compression would buffer their events.
    customTypes: /^(?:text\/(?!event-stream)|application\/(?:json|javascript|manifest\+json)|image\/svg\+xml)/,
  });
  const observeCall = await serveMetrics(app, deps);
  await serveQueueDashboard(app, deps);
  reportHealth(app, deps);
  serveMedia(app, deps);
  serveFederatedSignIn(app, deps);
  serveCalls(app, deps, observeCall);
  await serveRest(app, deps);
  serveWellKnown(app, deps);
  await serveWeb(app, deps, methodsOf);
  return app;
}
