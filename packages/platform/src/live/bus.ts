import type { LiveEvent, Log } from '@kith/domain';

/** The event that tells subscribers that earlier events may have been lost. */
const eventsLost: LiveEvent = { name: 'events.lost', to: null, payload: {} };

const retryMs = 500;

/**
 * The part of a bus that does not depend on its transport: the subscribers of this process, and events that `send` fails to send.
 * After a failure, `events.lost` is published to every process as soon as sending works again.
 */
export function createBus(log: Log, send: (event: LiveEvent) => Promise<void>) {
  const listeners = new Set<(event: LiveEvent) => void>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const deliver = (event: LiveEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ error: String(error), event: event.name }, 'a live listener failed');
      }
    }
  };

  const publishLossLater = (): void => {
    if (closed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      send(eventsLost).catch(publishLossLater);
    }, retryMs).unref();
  };

  return {
    /** Passes a received event to every subscriber; a subscriber that throws does not affect the others. */
    receive: (text: string): void => deliver(JSON.parse(text) as LiveEvent),

    /** To be called after a gap, in which this process may have missed events. */
    reportLoss: (): void => deliver(eventsLost),

    async publish(event: LiveEvent): Promise<void> {
      try {
        await send(event);
      } catch (error) {
        publishLossLater();
        throw error;
      }
    },

    subscribe(listener: (event: LiveEvent) => void): () => void {
      // The listener is wrapped in a new function, so that a listener that is subscribed twice counts as two subscriptions.
      const wrapped = (event: LiveEvent) => listener(event);
      listeners.add(wrapped);
      return () => void listeners.delete(wrapped);
    },

    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
