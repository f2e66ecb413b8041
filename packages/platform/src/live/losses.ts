import type { LiveEvent } from '@kith/domain';

/** The event that tells subscribers that earlier events may have been lost. */
export const eventsLost: LiveEvent = { name: 'events.lost', to: null, payload: {} };

const retryMs = 500;

/** Wraps `publish`: after a failure, the event `events.lost` goes to every process as soon as sending works again. */
export function publishingLosses(publish: (event: LiveEvent) => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const publishLater = (): void => {
    if (closed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      publish(eventsLost).catch(publishLater);
    }, retryMs).unref();
  };

  return {
    async publish(event: LiveEvent): Promise<void> {
      try {
        await publish(event);
      } catch (error) {
        publishLater();
        throw error;
      }
    },

    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
