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

/** The test database may lose data in a crash, and is faster because of that. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** Starts an empty PostgreSQL, the embedded one or an older `major` version, in a folder of its own that `stop` removes. */
async function startCluster(major: string | undefined): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-'));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const postgres = await (major ? startOlderPostgres(dataDir, major, settings) : startPostgres({ dataDir, settings }));
  // PostgreSQL has a process group of its own, which Ctrl-C does not reach.
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
 * The PostgreSQL of the unit suites, with the template that tests copy: a throwaway one of the version KITH_TEST_POSTGRES, or the
 * one named by KITH_TEST_DATABASE, whose user may create databases.
 */
export async function startDatabase(): Promise<Cluster> {
  const externalUrl = process.env.KITH_TEST_DATABASE;
  const cluster = externalUrl
    ? { url: externalUrl, stop: async () => {} }
    : await startCluster(process.env.KITH_TEST_POSTGRES);
  // The template includes the queue's tables: creating them in each copy would take as long as copying.
  await makeTemplate(cluster.url, migratePlatform);
  return cluster;
}
