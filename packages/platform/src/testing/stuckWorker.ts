import type { Handlers } from '../queue/workers.ts';
import { startWorkers } from '../queue/workers.ts';
import { loadSettings } from '../settings.ts';
import { openStores } from '../stores.ts';
import { recordingLog } from './stores.ts';

// A worker process that takes a job, reports it, and never finishes it.
const [, , DATABASE_URL, REDIS_URL] = process.argv;
const log = recordingLog();
const stores = await openStores(loadSettings({ DATABASE_URL, REDIS_URL }), { log });
const stuck = async () => {
  process.send?.('taken');
  await new Promise(() => {});
};
const handlers = new Proxy({}, { get: (_, name) => (name === 'images.process' ? stuck : async () => {}) }) as Handlers;
await startWorkers({ stores, handlers, imageConcurrency: 1, log });
process.send?.('ready');
