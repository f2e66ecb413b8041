import type { LiveEvent, Log } from '@kith/domain';

/** The subscribers of one process. */
export function createListeners(log: Log) {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    /** Gives an event, as it came over the wire, to every subscriber; one that throws does not keep it from the others. */
    deliver(text: string): void {
      const event = JSON.parse(text) as LiveEvent;
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log.error({ error: String(error), event: event.name }, 'a live listener failed');
        }
      }
    },

    add(listener: (event: LiveEvent) => void): () => void {
      // Wrapped, so that one function subscribed twice is two subscriptions.
      const own = (event: LiveEvent) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
