import type { LiveBus, Log } from '@kith/domain';
import type { RedisStore } from '../redis/index.ts';
import { createListeners } from './listeners.ts';

const channel = 'kith:live';

/** Live events over Redis. The subscribing connection opens with the first subscriber; ioredis brings it back after a loss. */
export function createRedisBus(redis: RedisStore, log: Log): LiveBus & { close(): Promise<void> } {
  const listeners = createListeners(log);
  let listening = false;

  function listen(): void {
    listening = true;
    const subscriber = redis.another();
    subscriber.on('message', (_channel, text) => listeners.deliver(text));
    subscriber.subscribe(channel).catch((error) => log.warn({ error: String(error) }, 'live events are out of reach'));
  }

  return {
    async publish(event) {
      if (redis.away) throw new Error('Redis is out of reach');
      await redis.client.publish(channel, JSON.stringify(event));
    },

    subscribe(listener) {
      if (!listening) listen();
      return listeners.add(listener);
    },

    // Its connections close with the stores.
    async close() {},
  };
}
