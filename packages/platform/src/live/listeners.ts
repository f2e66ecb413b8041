import type { LiveEvent, Log } from '@kith/domain';
import { lost } from './losses.ts';

/** The subscribers of one process. */
export function createListeners(log: Log) {
  const listeners = new Set<(event: LiveEvent) => void>();
  let reached = false;

  const give = (event: LiveEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ error: String(error), event: event.name }, 'a live listener failed');
      }
    }
  };

  return {
    /** Gives an event, as it came over the wire, to every subscriber; one that throws does not keep it from the others. */
    deliver: (text: string): void => give(JSON.parse(text) as LiveEvent),

    /** From now on events arrive: since it was last so some may have been lost. */
    reach(): void {
      if (reached) give(lost);
      reached = true;
    },

    add(listener: (event: LiveEvent) => void): () => void {
      // Wrapped, so that one function subscribed twice is two subscriptions.
      const own = (event: LiveEvent) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
