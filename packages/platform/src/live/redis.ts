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

  /** Subscribes, and reports that events may be missing when a heartbeat of this process is, or after a lost connection. */
  function listen(): void {
    const heartbeatChannel = `${channel}:${randomUUID()}`;
    let [sent, last] = [0, 0];
    let [subscribed, interrupted] = [false, false];
    const subscriber = redis.open({ socketTimeout: 5_000 });
    subscriber.on('message', (to, text) => {
      if (to !== heartbeatChannel) return listeners.deliverText(text);
      const beat = Number(text);
      if (interrupted || (last > 0 && beat !== last + 1)) listeners.reportLoss();
      interrupted = false;
      last = beat;
    });
    for (const event of ['close', '-node'])
      subscriber.on(event, () => {
        interrupted = subscribed;
      });
    subscriber.subscribe(channel, heartbeatChannel).then(
      () => {
        subscribed = true;
      },
      (error: unknown) => log.warn({ error: String(error) }, 'live events cannot be received'),
    );
    timer = setInterval(() => {
      // A connection on which no answer comes back is replaced.
      subscriber.ping().catch(() => {});
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
