import type { Context } from './context.ts';
import type { LiveEvent } from './live.ts';

/** Publishes what was just committed. A lost event is no error: readers fill gaps from the tables. */
export function announce(ctx: Context, ...events: LiveEvent[]): void {
  for (const event of events) {
    ctx.live
      .publish(event)
      .catch((error: unknown) => ctx.log.warn({ err: error, event: event.name }, 'event not published'));
  }
}
