import { type LimitRule, type Log, type RateLimiter, recordCount } from '@kith/domain';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Slots } from './slots.ts';
import type { Stores } from './stores.ts';

type Counter = RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis;

const warnIntervalMs = 60_000;

/**
 * The maximum number of concurrent calls of one member in a process: a quarter of the process’s connections to the tables, at most
 * four.
 */
const concurrentCalls = (connections: number) => Math.min(4, Math.max(1, Math.floor(connections / 4)));

/**
 * The maximum number of queued calls of one member: one screen of the app makes eight calls at once, and ten tabs may reconnect
 * together.
 */
const maxQueued = 100;

/**
 * Rate limits shared by all processes. While the store is unreachable, each process counts for itself and logs that once a
 * minute. A process whose clock is wrong counts for itself too, because its rows would expire far too late or at once.
 */
export function createLimiter(stores: Stores, log: Log, connections = 8): RateLimiter {
  const counters = new Map<string, Counter>();
  const slots = new Slots(concurrentCalls(connections), { maxQueued, retryAfterSeconds: 1 });
  let warnedAt = Number.NEGATIVE_INFINITY;

  const counterOf = (rule: LimitRule, local: boolean): Counter => {
    const id = `${local}/${rule.name}/${rule.points}/${rule.seconds}`;
    const counter = counters.get(id) ?? createCounter(stores, { ...rule, local });
    counters.set(id, counter);
    return counter;
  };

  /**
   * Uses the shared store, or this process's own counters while the store is known to be unreachable, so that no further call
   * waits for the time-out.
   */
  async function withStore<T>(rule: LimitRule, work: (counter: Counter) => Promise<T>): Promise<T> {
    if (rule.local || stores.redis?.unavailable || (!stores.redis && stores.databaseMonitor?.clockOffset))
      return work(counterOf(rule, true));
    try {
      return await work(counterOf(rule, false));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      stores.redis?.markUnavailable(error);
      if (performance.now() - warnedAt > warnIntervalMs) {
        warnedAt = performance.now();
        log.warn({ error: String(error) }, 'limits are counted per process: their store is unavailable');
      }
      return work(counterOf(rule, true));
    }
  }

  return {
    async consume(rule, key, cost = 1) {
      try {
        const counted = await withStore(rule, (counter) => counter.consume(key, cost));
        recordCount({ rule, remaining: counted.remainingPoints, seconds: secondsLeft(counted) });
        return null;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const seconds = secondsLeft(refused);
        recordCount({ rule, remaining: 0, seconds });
        return seconds;
      }
    },

    async reset(rule, key) {
      await withStore(rule, (counter) => counter.delete(key));
    },

    acquireSlot: (userId) => slots.take(userId),
    releaseSlot: (userId) => slots.release(userId),
  };
}

const secondsLeft = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Limits nothing but what the product's own rules do, for load tests. */
export const productLimiter = (limiter: RateLimiter): RateLimiter => ({
  consume: async (rule, key, cost) => (rule.always ? limiter.consume(rule, key, cost) : null),
  reset: async (rule, key) => (rule.always ? limiter.reset(rule, key) : undefined),
  acquireSlot: () => undefined,
  releaseSlot: () => {},
});

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
