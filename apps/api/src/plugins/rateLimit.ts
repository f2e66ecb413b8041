import { type Count, currentTraceContext } from '@kith/domain';
import type { FastifyInstance } from 'fastify';

/**
 * The limits that a request was counted against, in the format of draft-ietf-httpapi-ratelimit-headers-10: `RateLimit-Policy`
 * names each limit with its quota (`q`) and window in seconds (`w`), `RateLimit` what remains (`r`) and the seconds until it
 * resets (`t`). Empty for a request that was not counted.
 */
export function limitHeaders(): Record<string, string> {
  const counts = currentTraceContext()?.counts;
  if (!counts) return {};
  const list = (item: (count: Count) => string): string => [...counts.values()].map(item).join(', ');
  return {
    'ratelimit-policy': list(({ rule }) => `"${rule.name}";q=${rule.points};w=${rule.seconds}`),
    ratelimit: list(({ rule, remaining, seconds }) => `"${rule.name}";r=${remaining};t=${seconds}`),
  };
}

/** Adds the limits' headers to every counted response. */
export function sendLimitHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(limitHeaders());
    done(null, payload);
  });
}
