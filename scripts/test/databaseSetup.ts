import { makeTemplate } from '@kith/db/testing';
import { migratePlatform } from '@kith/platform';
import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../lib/testCluster.ts';

/**
 * One throwaway PostgreSQL for the whole run, of the version KITH_TEST_POSTGRES, or the one named by KITH_TEST_DATABASE, whose
 * user may create databases.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.KITH_TEST_DATABASE;
  const cluster = given ? { url: given, stop: async () => {} } : await startTestCluster(process.env.KITH_TEST_POSTGRES);
  // Including the queue's tables: creating them in each copy would take as long as copying.
  await makeTemplate(cluster.url, migratePlatform);
  project.provide('databaseUrl', cluster.url);
  project.provide('hostileCases', Number(process.env.KITH_HOSTILE_CASES ?? 2_000));
  project.provide('fullUploads', process.env.KITH_UPLOADS === 'full');
  return () => cluster.stop();
}
