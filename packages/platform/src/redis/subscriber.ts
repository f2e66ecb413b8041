import type { Redis } from 'ioredis';
import { renew } from './clients.ts';

export interface Subscriber {
  /** Ends the connection, which may be deaf without having ended; another takes its place. */
  renew(): void;
  close(): void;
}

export interface Subscription {
  channels: string[];
  onMessage(channel: string, text: string): void;
  /** Called whenever it begins to listen, first or after a loss: what was published before did not arrive. */
  onListening(): void;
  onFailure(error: unknown): void;
}

/** How long until another connection takes the place of one that ended for good, in milliseconds. */
const rest = 100;

/**
 * Listens to channels on one connection. `connect` makes it, and another when that ended for good: in a cluster it is to one node,
 * since the cluster's own client does not tell when it listens to another node, and misses what was published meanwhile.
 */
export function listenOn(connect: () => Redis | undefined, subscription: Subscription): Subscriber {
  const { channels, onMessage, onListening, onFailure } = subscription;
  let client: Redis | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function open(): void {
    if (closed) return;
    const opened = connect();
    client = opened;
    if (!opened) {
      later();
      return;
    }
    opened.on('error', () => {});
    opened.on('message', onMessage);
    opened.on('ready', () => opened.subscribe(...channels).then(onListening, onFailure));
    opened.once('end', () => {
      // Or it might come back beside the one that takes its place.
      opened.disconnect();
      later();
    });
    opened.connect().catch(() => {});
  }
  function later(): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(open, rest).unref();
  }

  open();
  return {
    renew: () => client && renew(client),
    close() {
      closed = true;
      clearTimeout(timer);
      client?.disconnect();
    },
  };
}
