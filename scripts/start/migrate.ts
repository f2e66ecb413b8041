import { failToStart, loadSettings, StartError } from '@kith/platform/settings';
import { isUpToDate, storeSourcesHash } from './upToDate.ts';

// This script runs in a process of its own, so that the memory for migrating is freed. It does not load the migrator if there is
// nothing to migrate.
async function migrateAll(databaseUrl: string): Promise<void> {
  if (await isUpToDate(databaseUrl)) return;
  const [{ migrate }, { migratePlatform, refuseOldPostgres }] = await Promise.all([
    import('@kith/db/migrate'),
    import('@kith/platform'),
  ]);
  await refuseOldPostgres(databaseUrl);
  await migrate(databaseUrl);
  await migratePlatform(databaseUrl);
  await storeSourcesHash(databaseUrl);
  console.log('The database is up to date.');
}

/** Migrates the embedded database for an operator. `npm start` instead gives this script the address of a running database. */
async function migrateEmbedded(): Promise<void> {
  const { openCluster } = await import('../lib/cluster.ts');
  const cluster = await openCluster(loadSettings(), { make: false });
  await migrateAll(cluster.url).finally(() => cluster.close());
}

try {
  const { databaseUrl } = loadSettings();
  await (databaseUrl ? migrateAll(databaseUrl) : migrateEmbedded());
} catch (error) {
  failToStart((error as Error).name === 'OtherSchemaError' ? new StartError((error as Error).message) : error);
}
