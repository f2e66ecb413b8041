import { once } from 'node:events';
import type { DatabaseMonitor } from '@kith/db';
import { stopOnSignal } from '../lifecycle.ts';
import { type Handlers, startWorkers } from '../queue/workers.ts';
import { loadSettings } from '../settings.ts';
import { openStores } from '../stores.ts';
import { recordingLog } from './stores.ts';

// A worker process whose database connections are refused during a job, and accepted again on command.
const [, , DATABASE_URL] = process.argv;
const log = recordingLog();
let refused = false;
let refusals = 0;
const databaseMonitor = {
  recordError() {},
  closeOnOutage(pool: Parameters<DatabaseMonitor['closeOnOutage']>[0]) {
    const connect = pool.connect.bind(pool) as (callback?: (error: Error) => void) => unknown;
    pool.connect = ((callback?: (error: Error) => void) => {
      if (!refused) return connect(callback);
      refusals += 1;
      const error = Object.assign(new Error('PostgreSQL does not answer'), { code: 'ETIMEDOUT' });
      return callback ? void callback(error) : Promise.reject(error);
    }) as typeof pool.connect;
  },
} as Pick<DatabaseMonitor, 'closeOnOutage' | 'recordError'> as DatabaseMonitor;
const stores = await openStores(loadSettings({ DATABASE_URL }), { log, databaseMonitor });

async function takeJob({ imageId }: { imageId: number }): Promise<void> {
  process.send?.(`took ${imageId}`);
  if (imageId !== 1 || refused) return;
  await once(process, 'message');
  refused = true;
}

process.on('message', (word) => {
  if (word === 'give back') refused = false;
  if (word === 'ask') process.send?.({ refusals });
});
const handlers = new Proxy(
  {},
  { get: (_, name) => (name === 'images.process' ? takeJob : async () => {}) },
) as Handlers;
const workers = await startWorkers({ stores, handlers, imageConcurrency: 1, log });
stopOnSignal(() => workers.close(), 5);
process.send?.('ready');
