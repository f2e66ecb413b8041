import { createTestDatabase } from '@kith/db/testing';
import { afterAll, beforeAll, describe, inject, type TestContext } from 'vitest';
import { migratePlatform } from '../queue/migrate.ts';
import { loadSettings } from '../settings.ts';
import { openStores, type Stores } from '../stores.ts';
import { recordingLog, startRedis } from './stores.ts';

export interface Backend {
  log: ReturnType<typeof recordingLog>;
  /** Opens the stores anew, as another process would. */
  open(): Promise<Stores>;
  /** Skips the test when the store is not on this machine. */
  need(context: TestContext): void;
}

/** Runs the same tests on PostgreSQL and on Redis. */
export function onBothBackends(name: string, tests: (backend: Backend) => void): void {
  describe.each(['PostgreSQL', 'Redis'] as const)(`${name} on %s`, (kind) => {
    const opened: Stores[] = [];
    const log = recordingLog();
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let redis: Awaited<ReturnType<typeof startRedis>> = null;

    beforeAll(async () => {
      database = await createTestDatabase(inject('databaseUrl'));
      await migratePlatform(database.url);
      if (kind === 'Redis') redis = await startRedis();
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
        const stores = await openStores(settings, { log });
        opened.push(stores);
        return stores;
      },
      need(context) {
        if (kind === 'Redis') context.skip(redis === null, 'there is no redis-server on this machine');
      },
    });
  });
}
