import { failToStart, loadSettings, StartError, sayReady, stopWhenAsked } from '@kith/platform';
import { startWorker } from './worker.ts';

try {
  const settings = loadSettings();
  const { databaseUrl } = settings;
  if (!databaseUrl)
    throw new StartError('Setting DATABASE_URL should be given; only npm start brings a database of its own.');
  const starting = startWorker({ ...settings, databaseUrl });
  // Registered now, because jobs are taken before the start has finished.
  stopWhenAsked(async () => (await starting).close(), settings.shutdownSeconds);
  await starting;
  sayReady();
} catch (error) {
  failToStart(error);
}
