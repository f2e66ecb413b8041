import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { inspectQueues, secretMatcher, withoutAddresses } from '@kith/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { rateLimitAddress } from '../request/address.ts';

const path = '/queues';

/**
 * The limit of wrong secrets per IP address. Once it is reached, the right secret is refused too, otherwise guessing could go
 * on.
 */
const wrongSecrets = { name: 'dashboard', points: 10, seconds: 15 * 60 };

/** The permitted actions of the dashboard: retry, promote (run a delayed job now) and remove. Jobs are never added or edited. */
const allowed = /^\/queues\/api\/queues\/[a-z]+\/(?:[\w:.%-]+\/(?:retry|promote|clean)|retry\/failed)$/;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
].join('; ');

/** Redacts e-mail addresses, which job payloads and mail errors contain. */
const redacted = (value: unknown): unknown => JSON.parse(withoutAddresses(JSON.stringify(value ?? null)));

/** The secret from a bearer token, or from Basic credentials with any user name, for which browsers prompt. */
function secretOf(request: FastifyRequest): string | undefined {
  const [, kind = '', given = ''] = /^(Bearer|Basic) (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (kind.toLowerCase() === 'bearer') return given;
  if (kind === '') return undefined;
  const pair = Buffer.from(given, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ success: false, code, message });

/** BullMQ's dashboard of the queues at /queues, for operators; without QUEUE_DASHBOARD_TOKEN the path does not exist. */
export async function serveQueueDashboard(app: FastifyInstance, deps: Deps): Promise<void> {
  const { queueDashboardToken, publicUrl } = deps.settings;
  if (queueDashboardToken === null) return;
  const isSecret = secretMatcher(queueDashboardToken);
  const ownOrigin = new URL(publicUrl).origin;
  const inspector = await inspectQueues(deps.stores);
  app.addHook('onClose', () => inspector.close());

  async function guard(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    reply.header('content-security-policy', policy).header('referrer-policy', 'no-referrer');
    const { limiter } = deps.domain;
    const address = rateLimitAddress(request.ip);
    const given = secretOf(request);
    const right = given !== undefined && isSecret(given);
    // A right secret does not count towards the limit, but once the limit is reached it is refused too: otherwise guessing could
    // simply go on.
    const wait = given === undefined ? null : await limiter.consume(wrongSecrets, address, right ? 0 : 1);
    if (wait !== null)
      return refuse(reply.header('retry-after', String(wait)), 429, 'rate-limited', 'Too many wrong secrets');
    if (!right) {
      if (given !== undefined) deps.domain.log.warn({ address }, 'a wrong secret for the dashboard of the queues');
      reply.header('www-authenticate', 'Basic realm="Kith queues", charset="UTF-8"');
      return refuse(reply, 401, 'unauthenticated', 'A secret is needed');
    }
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    // Browsers send Basic credentials with cross-site requests too, so writes must come from Kith's own Origin.
    if (request.headers.origin !== ownOrigin)
      return refuse(reply, 403, 'foreign-origin', 'This request came from another site');
    if (!allowed.test(request.url)) return refuse(reply, 403, 'forbidden', 'The dashboard does not do this');
    return undefined;
  }

  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
  ]);
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath(path);
  const queues = inspector.queues.map((queue) => {
    const adapter = new BullMQAdapter(queue, { allowRetries: true });
    adapter.setFormatter('data', redacted);
    return adapter;
  });
  const uiBasePath = dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'));
  const uiConfig = { boardTitle: 'Kith', boardLogo: { path: '' }, locale: { lng: 'en' } };
  createBullBoard({ queues, serverAdapter, options: { uiBasePath, uiConfig } });
  await app.register(async (scope) => {
    scope.addHook('onRequest', guard);
    await scope.register(serverAdapter.registerPlugin() as never, { prefix: path });
  });
}
