import { createTestDatabase } from '@kith/db/testing';
import { afterAll, beforeAll, describe, inject, type TestContext } from 'vitest';
import { loadSettings } from '../settings.ts';
import { openStores, type Stores } from '../stores.ts';
import { hasRedis, startRedisCluster, startRedisSentinels } from './redisServers.ts';
import { recordingLog, startRedis } from './stores.ts';

export interface Backend {
  log: ReturnType<typeof recordingLog>;
  /** Opens the stores anew, as another process would. */
  open(): Promise<Stores>;
  /** Skips the test if the store is not installed on this machine. */
  need(context: TestContext): void;
}

const usual = ['PostgreSQL', 'Redis'] as const;
const more = ['a Redis cluster', 'Redis behind sentinels'] as const;
type Kind = (typeof usual)[number] | (typeof more)[number];

const start: Record<Kind, () => Promise<{ url: string; stop(): Promise<void> } | null>> = {
  PostgreSQL: async () => null,
  Redis: startRedis,
  'a Redis cluster': async () => (hasRedis ? startRedisCluster() : null),
  'Redis behind sentinels': async () => (hasRedis ? startRedisSentinels() : null),
};

// biome-ignore lint/style/noProcessEnv: KITH_TEST decides how much is tested; it is not a setting of the product.
export const allForms = process.env.KITH_TEST === 'all';

/** The kinds of stores to test: those that most installations use, and in `npm run test:all` also the others. */
const kinds: Kind[] = [...usual, ...(allForms ? more : [])];

/** Runs the same tests on PostgreSQL and on Redis; in `npm run test:all` also on a Redis cluster and on Redis behind sentinels. */
export function onBothBackends(name: string, tests: (backend: Backend) => void): void {
  describe.each(kinds)(`${name} on %s`, (kind) => {
    const opened: Stores[] = [];
    const log = recordingLog();
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let redis: Awaited<ReturnType<typeof startRedis>> = null;

    beforeAll(async () => {
      database = await createTestDatabase(inject('databaseUrl'));
      redis = await start[kind]();
    });

    afterAll(async () => {
      await Promise.all(opened.map((stores) => stores.close()));
      await redis?.stop();
      await database.drop();
    });

    tests({
      log,
      async open() {
        const settings = loadSettings({ DATABASE_URL: database.url, REDIS_URL: redis?.url });
        // A busy machine may take longer than the usual time-out, after which each process counts for itself.
        const stores = await openStores(settings, { log, redisTimeoutMs: 30_000 });
        opened.push(stores);
        return stores;
      },
      need(context) {
        if (kind !== 'PostgreSQL') context.skip(redis === null, 'there is no redis-server on this machine');
      },
    });
  });
}
