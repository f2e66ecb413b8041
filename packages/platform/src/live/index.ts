import type { LiveBus, Log } from '@kith/domain';
import type { Stores } from '../stores.ts';
import { createPostgresBus } from './postgres.ts';
import { createRedisBus } from './redis.ts';

/** Live events over Redis where the settings name one, otherwise over PostgreSQL. */
export function createLiveBus(stores: Stores, log: Log): LiveBus & { close(): Promise<void> } {
  return stores.redis ? createRedisBus(stores.redis, log) : createPostgresBus(stores, log);
}
