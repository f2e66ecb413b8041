import { makeTemplate } from '@kith/db/testing';
import { migratePlatform } from '@kith/platform';
import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../lib/testCluster.ts';

/**
 * One throwaway PostgreSQL for the whole run, of the version that KITH_TEST_POSTGRES says, or the one that KITH_TEST_DATABASE
 * names, where its user may do all.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.KITH_TEST_DATABASE;
  const cluster = given ? { url: given, stop: async () => {} } : await startTestCluster(process.env.KITH_TEST_POSTGRES);
  // The queue's tables, too: to make them in each copy took as long as to copy it.
  await makeTemplate(cluster.url, migratePlatform);
  project.provide('databaseUrl', cluster.url);
  project.provide('hostileCases', Number(process.env.KITH_HOSTILE_CASES ?? 2_000));
  project.provide('fullUploads', process.env.KITH_UPLOADS === 'full');
  return () => cluster.stop();
}
