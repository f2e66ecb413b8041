import type { LiveEvent, Log } from '@kith/domain';
import { eventsLost } from './losses.ts';

/** The subscribers in one process. */
export function createListeners(log: Log) {
  const listeners = new Set<(event: LiveEvent) => void>();

  const deliverEvent = (event: LiveEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ error: String(error), event: event.name }, 'a live listener failed');
      }
    }
  };

  return {
    /** Passes a received event to every subscriber; a subscriber that throws does not affect the others. */
    deliverText: (text: string): void => deliverEvent(JSON.parse(text) as LiveEvent),

    /** To be called after a gap, in which events may have been lost. */
    reportLoss: (): void => deliverEvent(eventsLost),

    add(listener: (event: LiveEvent) => void): () => void {
      // The listener is wrapped in a new function, so that a listener that is subscribed twice counts as two subscriptions.
      const wrapped = (event: LiveEvent) => listener(event);
      listeners.add(wrapped);
      return () => void listeners.delete(wrapped);
    },
  };
}
