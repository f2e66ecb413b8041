import type { Context } from './context.ts';
import type { LiveEvent } from './live.ts';

/**
 * Publishes live events about a committed change. A request need not await this; a command-line command must, because its
 * process then exits. Never throws: a failed event is only logged, because clients fetch what they missed from the tables.
 */
export async function announce(ctx: Context, ...events: LiveEvent[]): Promise<void> {
  const publish = async (event: LiveEvent) =>
    ctx.live
      .publish(event)
      .catch((error: unknown) => ctx.log.warn({ err: error, event: event.name }, 'event not published'));
  await Promise.all(events.map(publish));
}

/** Publishes to the open tabs of each recipient that there is a new notification. */
export const announceNotification = (ctx: Context, ...recipientIds: number[]): Promise<void> =>
  announce(
    ctx,
    ...recipientIds.map((recipientId) => ({
      name: 'notification.created' as const,
      to: [recipientId],
      payload: { recipientId },
    })),
  );

/**
 * Runs `work` right after a commit. A failure is only logged: the row of the pending job or notification remains, so the
 * scheduled relay retries the work.
 */
export async function afterCommit(ctx: Context, what: string, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => ctx.log.warn({ err: error, what }, 'left for the scheduled relay'));
}
