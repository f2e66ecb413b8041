import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemplate } from '@kith/db/testing';
import { migratePlatform } from '@kith/platform';
import { startPostgres } from '@kith/platform/postgres';
import { startOlderPostgres } from '@kith/platform/testing/olderPostgres';

interface Cluster {
  url: string;
  stop: () => Promise<void>;
}

/** PostgreSQL settings for tests. They are faster, because a test database may lose its data in a crash. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** Starts an empty PostgreSQL in a new folder, which `stop` removes: the embedded version, or the older version `major`. */
async function startCluster(major: string | undefined): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-'));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const postgres = await (major ? startOlderPostgres(dataDir, major, settings) : startPostgres({ dataDir, settings }));
  // Ctrl-C does not reach PostgreSQL, which has its own process group, so it is stopped when this process exits.
  const kill = () => process.kill(postgres.pid, 'SIGQUIT');
  process.once('exit', kill);
  return {
    url: postgres.url,
    async stop() {
      process.off('exit', kill);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns a PostgreSQL with the template database that unit tests copy. If KITH_TEST_DATABASE has the address of a PostgreSQL,
 * uses that one. Otherwise starts a temporary one, in the major version KITH_TEST_POSTGRES if that is set.
 */
export async function startDatabase(): Promise<Cluster> {
  const externalUrl = process.env.KITH_TEST_DATABASE;
  const cluster = externalUrl
    ? { url: externalUrl, stop: async () => {} }
    : await startCluster(process.env.KITH_TEST_POSTGRES);
  // The template includes the tables of the job queue, because creating these in each copy would take as long as copying.
  await makeTemplate(cluster.url, migratePlatform);
  return cluster;
}

/** Returns the PostgreSQL that `npm test` has started for its tests, or starts one if vitest runs on its own. */
export async function runningDatabase(): Promise<Cluster> {
  const running = process.env.TEST_DATABASE_URL;
  return running ? { url: running, stop: async () => {} } : startDatabase();
}
