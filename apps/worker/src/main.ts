import { failToStart, loadSettings, StartError, sayReady, stopWhenAsked } from '@kith/platform';
import { startWorker } from './worker.ts';

try {
  const settings = loadSettings();
  const { databaseUrl } = settings;
  if (!databaseUrl)
    throw new StartError('Setting DATABASE_URL should be given; only npm start brings a database of its own.');
  const worker = await startWorker({ ...settings, databaseUrl });
  stopWhenAsked(() => worker.close(), settings.shutdownSeconds);
  sayReady();
} catch (error) {
  failToStart(error);
}
