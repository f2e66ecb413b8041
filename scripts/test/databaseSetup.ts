import { makeTemplate } from '@kith/db/testing';
import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../lib/testCluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A throwaway PostgreSQL holding the migrated template that createTestDatabase copies. */
    databaseUrl: string;
    /** Generated inputs in all for the hostile-input tests: KITH_HOSTILE_CASES, or 2,000. */
    hostileCases: number;
    /** KITH_UPLOADS=full: uploads of 15 MiB and slow lines as they are, where tests otherwise take less of both. */
    fullUploads: boolean;
  }
}

/** One throwaway PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  await makeTemplate(cluster.url);
  project.provide('databaseUrl', cluster.url);
  project.provide('hostileCases', Number(process.env.KITH_HOSTILE_CASES ?? 2_000));
  project.provide('fullUploads', process.env.KITH_UPLOADS === 'full');
  return () => cluster.stop();
}
