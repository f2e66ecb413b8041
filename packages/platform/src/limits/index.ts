import type { LimitRule, Log, RateLimiter } from '@kith/domain';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Slots } from '../slots.ts';
import type { Stores } from '../stores.ts';

type Counter = RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis;

const warnEvery = 60_000;

/** Calls of one member that a process works on at once: a quarter of its connections for statements, and at most four. */
const callsAtOnce = (connections: number) => Math.min(4, Math.max(1, Math.floor(connections / 4)));

/** Calls of one member that may wait for a slot; a screen makes eight, and ten tabs may come back together. */
const mayWait = 100;

/**
 * Rate limits shared by all processes. While the store is unreachable each process counts alone, and logs it once a
 * minute; so does one whose clock is off, by which the rows would hold for too long or not at all.
 */
export function createLimiter(stores: Stores, log: Log, connections = 8): RateLimiter {
  const counters = new Map<string, Counter>();
  const slots = new Slots(callsAtOnce(connections), { mayWait, retryAfterSeconds: 1 });
  let warnedAt = Number.NEGATIVE_INFINITY;

  const counterOf = (rule: LimitRule, local: boolean): Counter => {
    const id = `${local}/${rule.name}/${rule.points}/${rule.seconds}`;
    const counter = counters.get(id) ?? createCounter(stores, { ...rule, local });
    counters.set(id, counter);
    return counter;
  };

  /**
   * Uses the shared store, or this process' own counters while the store is known to be unreachable, so that no call
   * waits for its time-out again.
   */
  async function ask<T>(rule: LimitRule, question: (counter: Counter) => Promise<T>): Promise<T> {
    if (rule.local || stores.redis?.away || (!stores.redis && stores.reach?.clockOff))
      return question(counterOf(rule, true));
    try {
      return await question(counterOf(rule, false));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      stores.redis?.markAway(error);
      if (performance.now() - warnedAt > warnEvery) {
        warnedAt = performance.now();
        log.warn(
          { error: String(error) },
          'limits are counted by each process for itself: their store is out of reach',
        );
      }
      return question(counterOf(rule, true));
    }
  }

  return {
    async consume(rule, key, cost = 1) {
      try {
        await ask(rule, (counter) => counter.consume(key, cost));
        return null;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },

    async reset(rule, key) {
      await ask(rule, (counter) => counter.delete(key));
    },

    takeTurn: (userId) => slots.take(userId),
    endTurn: (userId) => slots.release(userId),
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
