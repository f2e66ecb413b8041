import type { TestProject } from 'vitest/node';
import { startDatabase } from './database.ts';

/** Gives the tests the address of the PostgreSQL that `npm test` has started, or starts one if vitest runs on its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TEST_DATABASE_URL;
  const cluster = running ? { url: running, stop: async () => {} } : await startDatabase();
  project.provide('databaseUrl', cluster.url);
  project.provide('hostileCases', Number(process.env.KITH_HOSTILE_CASES ?? 2_000));
  project.provide('fullUploads', process.env.KITH_UPLOADS === 'full');
  return () => cluster.stop();
}
