import { randomUUID } from 'node:crypto';
import type { LiveBus, Log } from '@kith/domain';
import type { RedisStore } from '../redis/index.ts';
import { createListeners } from './listeners.ts';
import { publishingLosses } from './losses.ts';

const channel = 'kith:live';
const heartbeatMs = 500;

/** Live events over Redis. The subscribing connection opens with the first subscriber. */
export function createRedisBus(redis: RedisStore, log: Log): LiveBus & { close(): Promise<void> } {
  const listeners = createListeners(log);
  let timer: NodeJS.Timeout | undefined;

  /** Opens the subscribing connection, which counts as dead when it does not receive this process's own heartbeat in time. */
  function listen(): void {
    const heartbeatChannel = `${channel}:${randomUUID()}`;
    let [sent, lastBeat] = [0, 0];
    redis.subscribe({
      channels: [channel, heartbeatChannel],
      onMessage(to, text) {
        if (to !== heartbeatChannel) return listeners.deliverText(text);
        const beat = Number(text);
        if (lastBeat > 0 && beat !== lastBeat + 1) listeners.onConnected();
        lastBeat = beat;
      },
      onListening() {
        lastBeat = 0;
        listeners.onConnected();
      },
      onFailure: (error) => log.warn({ error: String(error) }, 'the store of live events is unavailable'),
    });
    timer = setInterval(() => {
      if (redis.unavailable) return;
      sent += 1;
      redis.client.publish(heartbeatChannel, String(sent)).catch(() => {});
    }, heartbeatMs).unref();
  }

  const sending = publishingLosses(async (event) => {
    if (redis.unavailable) throw new Error('Redis is unavailable');
    await redis.client.publish(channel, JSON.stringify(event));
  });

  return {
    publish: sending.publish,

    subscribe(listener) {
      if (timer === undefined) listen();
      return listeners.add(listener);
    },

    // The bus has no connections of its own to close: the stores close theirs.
    async close() {
      sending.close();
      clearInterval(timer);
    },
  };
}
