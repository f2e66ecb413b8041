import { type Count, currentTrail } from '@kith/domain';
import type { FastifyInstance } from 'fastify';

const each = (counts: Iterable<Count>, item: (count: Count) => string): string => [...counts].map(item).join(', ');

/**
 * The limits that a request was counted against, as draft-ietf-httpapi-ratelimit-headers-10 has them: `RateLimit-Policy` names each
 * with its quota (`q`) and window in seconds (`w`), `RateLimit` what remains (`r`) and the seconds until it resets (`t`).
 */
export function tellLimits(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const counts = currentTrail()?.counts?.values();
    if (counts) {
      const all = [...counts];
      reply.header(
        'ratelimit-policy',
        each(all, ({ rule }) => `"${rule.name}";q=${rule.points};w=${rule.seconds}`),
      );
      reply.header(
        'ratelimit',
        each(all, ({ rule, remaining, seconds }) => `"${rule.name}";r=${remaining};t=${seconds}`),
      );
    }
    done(null, payload);
  });
}
