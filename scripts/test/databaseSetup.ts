import { makeTemplate } from '@kith/db/testing';
import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../lib/testCluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A throwaway PostgreSQL holding the migrated template that createTestDatabase copies. */
    databaseUrl: string;
  }
}

/** One throwaway PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  await makeTemplate(cluster.url);
  project.provide('databaseUrl', cluster.url);
  return () => cluster.stop();
}
