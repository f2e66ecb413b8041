export { sayReady, stopWhenAsked } from './lifecycle.ts';
export { createLog } from './log.ts';
export { createPlatform, type Platform } from './platform.ts';
export { migratePlatform } from './queue/migrate.ts';
export type { PlatformQueue } from './queue/queue.ts';
export { type Handlers, startWorkers, type Workers } from './queue/workers.ts';
export { loadSettings, type Settings } from './settings.ts';
export { failToStart, StartError } from './startError.ts';
export { createStorage } from './storage/index.ts';
