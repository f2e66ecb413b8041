import type { Redis } from 'ioredis';
import { renew } from './clients.ts';

export interface Subscriber {
  /** Drops the connection, which may be dead without having closed; a new one replaces it. */
  renew(): void;
  close(): void;
}

export interface Subscription {
  channels: string[];
  onMessage(channel: string, text: string): void;
  /** Called each time the subscription is established: earlier messages may have been missed. */
  onListening(): void;
  onFailure(error: unknown): void;
}

/** The delay before a connection that ended for good is replaced, in milliseconds. */
const reconnectDelayMs = 100;

/**
 * Subscribes to channels on one connection, which `connect` creates, and creates anew when it has ended for good. In a cluster
 * the connection goes to a single node: the cluster client does not report when its subscriber moves to another node, and
 * misses what is published meanwhile.
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
      reconnectLater();
      return;
    }
    opened.on('error', () => {});
    opened.on('message', onMessage);
    opened.on('ready', () => opened.subscribe(...channels).then(onListening, onFailure));
    opened.once('end', () => {
      // This closes the old connection, which otherwise might reconnect in addition to its replacement.
      opened.disconnect();
      reconnectLater();
    });
    opened.connect().catch(() => {});
  }
  function reconnectLater(): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(open, reconnectDelayMs).unref();
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
