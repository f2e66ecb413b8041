import { randomUUID } from 'node:crypto';
import type { LiveBus, Log } from '@kith/domain';
import type { RedisStore } from '../redis/index.ts';
import { createBus } from './bus.ts';

const channel = 'kith:live';
const heartbeatMs = 500;

/** Live events over Redis. The subscribing connection opens with the first subscriber. */
export function createRedisBus(redis: RedisStore, log: Log): LiveBus & { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;

  /** Subscribes. Reports a loss of events if a heartbeat of this process is missing, or after a lost connection. */
  function listen(): void {
    const heartbeatChannel = `${channel}:${randomUUID()}`;
    let [sent, last] = [0, 0];
    let [subscribed, interrupted] = [false, false];
    const subscriber = redis.open({ socketTimeout: 5_000 });
    subscriber.on('message', (to, text) => {
      if (to !== heartbeatChannel) return bus.receive(text);
      const beat = Number(text);
      if (interrupted || (last > 0 && beat !== last + 1)) bus.reportLoss();
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
      // ioredis replaces a connection on which no response arrives.
      subscriber.ping().catch(() => {});
      if (redis.unavailable) return;
      sent += 1;
      redis.client.publish(heartbeatChannel, String(sent)).catch(() => {});
    }, heartbeatMs).unref();
  }

  const bus = createBus(log, async (event) => {
    if (redis.unavailable) throw new Error('Redis is unavailable');
    await redis.client.publish(channel, JSON.stringify(event));
  });

  return {
    publish: bus.publish,

    subscribe(listener) {
      if (timer === undefined) listen();
      return bus.subscribe(listener);
    },

    // The bus has no connections of its own to close: the stores close theirs.
    async close() {
      bus.close();
      clearInterval(timer);
    },
  };
}
