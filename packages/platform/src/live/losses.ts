import type { LiveEvent } from '@kith/domain';

/** Notifies subscribers that earlier events may have been lost. */
export const lost: LiveEvent = { name: 'events.lost', to: null, payload: {} };

const againMs = 500;

/** A `publish` that, after a failure, publishes a loss event to every process as soon as sending works again. */
export function publishingLosses(publish: (event: LiveEvent) => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const tellLater = (): void => {
    if (closed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      publish(lost).catch(tellLater);
    }, againMs).unref();
  };

  return {
    async publish(event: LiveEvent): Promise<void> {
      try {
        await publish(event);
      } catch (error) {
        tellLater();
        throw error;
      }
    },

    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
