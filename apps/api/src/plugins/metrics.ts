import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** /metrics for Prometheus, with its own secret as a bearer token; without METRICS_TOKEN there is no such path. */
export async function serveMetrics(app: FastifyInstance, deps: Deps): Promise<void> {
  const { metricsToken } = deps.settings;
  if (metricsToken === null) return;
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register, prefix: 'kith_' });
  const seconds = new Histogram({
    name: 'kith_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [register],
  });
  new Gauge({
    name: 'kith_streams',
    help: 'Open live streams',
    registers: [register],
    collect() {
      this.set(deps.streams.size);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  const secret = digest(`Bearer ${metricsToken}`);
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), secret)) {
      return reply.code(401).send({ success: false, message: 'A token is needed', code: 'unauthenticated' });
    }
    return reply.type(register.contentType).send(await register.metrics());
  });
}
