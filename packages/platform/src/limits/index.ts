import type { LimitRule, Log, RateLimiter } from '@kith/domain';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Stores } from '../stores.ts';
import { Turns } from './turns.ts';

type Counter = RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis;

const warnEvery = 60_000;

/** Limits that all processes share. While the store is out of reach every call is allowed, and an operator is told once a minute. */
export function createLimiter(stores: Stores, log: Log): RateLimiter {
  const counters = new Map<string, Counter>();
  const turns = new Turns();
  let warnedAt = 0;

  const counterOf = (rule: LimitRule): Counter => {
    const id = `${rule.name}/${rule.points}/${rule.seconds}`;
    const counter = counters.get(id) ?? createCounter(stores, rule);
    counters.set(id, counter);
    return counter;
  };

  const openUp = (error: unknown): null => {
    if (Date.now() - warnedAt > warnEvery) {
      warnedAt = Date.now();
      log.warn({ error: String(error) }, 'limits are off: their store is out of reach');
    }
    return null;
  };

  return {
    async consume(rule, key, cost = 1) {
      try {
        await counterOf(rule).consume(key, cost);
        return null;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) return openUp(refused);
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },

    async reset(rule, key) {
      await counterOf(rule).delete(key).catch(openUp);
    },

    takeTurn: (userId) => turns.take(userId),
    endTurn: (userId) => turns.end(userId),
  };
}

/** Limits that never bite, for load tests. */
export const noLimiter: RateLimiter = {
  consume: async () => null,
  reset: async () => {},
  takeTurn: () => undefined,
  endTurn: () => {},
};

function createCounter(stores: Stores, { name, points, seconds, local }: LimitRule): Counter {
  const options = { keyPrefix: name, points, duration: seconds };
  if (local) return new RateLimiterMemory(options);
  if (stores.redis) return new RateLimiterRedis({ ...options, storeClient: stores.redis.client });
  return new RateLimiterPostgres({
    ...options,
    storeClient: stores.pool,
    storeType: 'pool',
    schemaName: 'bullmq',
    tableName: 'limits',
    tableCreated: true,
  });
}
