import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@kith/platform/postgres';
import { startOlderPostgres } from '@kith/platform/testing/olderPostgres';

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/**
 * Starts an empty PostgreSQL, the embedded one or an older `major` version, in a folder of its own that `stop` removes. It may
 * lose data in a crash, and is faster because of that.
 */
export async function startTestCluster(major?: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-test-'));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const postgres = await (major ? startOlderPostgres(dataDir, major, settings) : startPostgres({ dataDir, settings }));
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
