import { randomUUID } from 'node:crypto';
import type { LiveBus, Log } from '@kith/domain';
import type { RedisStore } from '../redis/index.ts';
import { createListeners } from './listeners.ts';
import { publishingLosses } from './losses.ts';

const channel = 'kith:live';
const beatMs = 500;

/** Live events over Redis. The subscribing connection opens with the first subscriber. */
export function createRedisBus(redis: RedisStore, log: Log): LiveBus & { close(): Promise<void> } {
  const listeners = createListeners(log);
  let timer: NodeJS.Timeout | undefined;

  /** The connection counts as dead when it does not receive this process's own heartbeat in time. */
  function listen(): void {
    const own = `${channel}:${randomUUID()}`;
    let [sent, heard] = [0, 0];
    redis.subscribe({
      channels: [channel, own],
      onMessage(to, text) {
        if (to !== own) return listeners.deliver(text);
        const beat = Number(text);
        if (heard > 0 && beat !== heard + 1) listeners.reach();
        heard = beat;
      },
      onListening() {
        heard = 0;
        listeners.reach();
      },
      onFailure: (error) => log.warn({ error: String(error) }, 'the store of live events is unavailable'),
    });
    timer = setInterval(() => {
      if (redis.away) return;
      sent += 1;
      redis.client.publish(own, String(sent)).catch(() => {});
    }, beatMs).unref();
  }

  const sending = publishingLosses(async (event) => {
    if (redis.away) throw new Error('Redis is unavailable');
    await redis.client.publish(channel, JSON.stringify(event));
  });

  return {
    publish: sending.publish,

    subscribe(listener) {
      if (timer === undefined) listen();
      return listeners.add(listener);
    },

    // The bus has no connections to close: they are closed with the stores.
    async close() {
      sending.close();
      clearInterval(timer);
    },
  };
}
