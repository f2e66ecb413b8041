import { secretMatcher } from '@kith/platform';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Receives the status and the duration in milliseconds of a procedure call. */
export type ObserveCall = (procedure: string, status: number, ms: number) => void;

/**
 * Serves /metrics for Prometheus, which must send the bearer token METRICS_TOKEN. If that token is not set, the path does not
 * exist and calls are not measured.
 */
export async function serveMetrics(app: FastifyInstance, deps: Deps): Promise<ObserveCall | undefined> {
  const { metricsToken } = deps.settings;
  if (metricsToken === null) return undefined;
  const { openMetrics } = await import('@kith/platform/metrics');
  const { domain, settings, stores } = deps;
  const { db, log, storage } = domain;
  const metrics = await openMetrics({ name: 'api', settings, stores, storage, db, log });
  const requests = metrics.seconds('kith_request_seconds', 'Time to answer, by route and status', [
    'method',
    'route',
    'status',
  ]);
  const calls = metrics.seconds(
    'kith_call_seconds',
    'Time of a procedure’s call, each of a batch for itself, by the status it had or would have had alone',
    ['procedure', 'status'],
  );
  metrics.gauge('kith_streams', 'Open live streams', () => deps.streams.size);
  metrics.gauge('kith_uploads', 'Uploads under way', () => deps.uploads.size);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  app.addHook('onClose', () => metrics.close());
  const isToken = secretMatcher(`Bearer ${metricsToken}`);
  app.get('/metrics', async (request, reply) => {
    if (!isToken(request.headers.authorization)) {
      return reply.code(401).send({ success: false, message: 'A token is needed', code: 'unauthenticated' });
    }
    const { type, body } = await metrics.text();
    return reply.type(type).send(body);
  });
  return (procedure, status, ms) => calls.observe({ procedure, status }, ms / 1_000);
}
