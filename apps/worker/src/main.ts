import { failToStart, loadSettings, reportReady, StartError, stopOnSignal } from '@kith/platform';
import { startWorker } from './worker.ts';

try {
  const settings = loadSettings();
  const { databaseUrl } = settings;
  if (!databaseUrl)
    throw new StartError('Setting DATABASE_URL should be given; only npm start brings a database of its own.');
  const starting = startWorker({ ...settings, databaseUrl });
  // The stop handler is registered before the start has finished, because the worker already takes jobs by then.
  stopOnSignal(async () => (await starting).close(), settings.shutdownSeconds);
  await starting;
  reportReady();
} catch (error) {
  failToStart(error);
}
