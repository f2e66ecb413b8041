import type { LiveItem } from '@kith/contracts';
import { missedMessages, readLiveItem, streamPosition } from '@kith/domain';
import { tracked } from '@trpc/server';
import * as z from 'zod/mini';
import { router, signedIn } from '../trpc.ts';

const streamInput = z.optional(z.object({ lastEventId: z.nullish(z.string().check(z.maxLength(40))) }));

/** For callers within the process, who stop by returning. */
const neverAborted = new AbortController().signal;

const positionOf = (lastEventId: string | null | undefined): number | null =>
  lastEventId && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;

export const live = router({
  /** One stream per browser. Its event ids are message positions: after a gap, what was missed comes first. */
  stream: signedIn.input(streamInput).subscription(async function* ({ ctx, input, signal = neverAborted }) {
    // Listening starts before the look back, so that nothing falls between the two.
    const events = ctx.browser.openStream(ctx.actor, signal);
    const since = positionOf(input?.lastEventId);
    let position = await streamPosition(ctx.domain);
    if (since !== null) {
      for (const message of await missedMessages(ctx.domain, ctx.actor, since)) {
        const item: LiveItem = { name: 'message.sent', message };
        yield tracked(String(Math.max(since, message.messageId)), item);
      }
    }
    yield tracked(String(position), { name: 'ready' } as LiveItem);
    for await (const event of events) {
      const item = await readLiveItem(ctx.domain, ctx.actor, event);
      if (!item) continue;
      if (item.name === 'message.sent') position = Math.max(position, item.message.messageId);
      yield tracked(String(position), item);
    }
  }),
});
