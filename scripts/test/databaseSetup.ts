import { makeTemplate } from '@kith/db/testing';
import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../lib/testCluster.ts';

/** One throwaway PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  await makeTemplate(cluster.url);
  project.provide('databaseUrl', cluster.url);
  project.provide('hostileCases', Number(process.env.KITH_HOSTILE_CASES ?? 2_000));
  project.provide('fullUploads', process.env.KITH_UPLOADS === 'full');
  return () => cluster.stop();
}
