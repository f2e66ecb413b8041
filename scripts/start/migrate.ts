import { failToStart, loadSettings, StartError } from '@kith/platform/settings';
import { isUpToDate, rememberUpToDate } from './upToDate.ts';

// A process of its own, so that what migrating needs in memory is given back. Mostly there is nothing to do:
// then it ends in a tenth of a second, without loading what would do it.
try {
  const { databaseUrl } = loadSettings();
  if (!databaseUrl) throw new StartError('Setting DATABASE_URL should be given to migrate an outside database.');
  if (!(await isUpToDate(databaseUrl))) {
    const [{ migrate }, { migratePlatform }] = await Promise.all([import('@kith/db'), import('@kith/platform')]);
    await migrate(databaseUrl);
    await migratePlatform(databaseUrl);
    await rememberUpToDate(databaseUrl);
  }
} catch (error) {
  failToStart((error as Error).name === 'NewerSchemaError' ? new StartError((error as Error).message) : error);
}
