import type { TestProject } from 'vitest/node';
import { runningDatabase } from './database.ts';
import { testsAll } from './extent.ts';

/** Gives the tests the address of their PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await runningDatabase();
  project.provide('databaseUrl', cluster.url);
  project.provide('hostileCases', testsAll ? 160_000 : 2_000);
  project.provide('fullUploads', testsAll);
  return () => cluster.stop();
}
