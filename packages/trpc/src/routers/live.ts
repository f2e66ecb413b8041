import { type LiveItem, watchInput } from '@kith/contracts';
import { missedMessages, streamPosition } from '@kith/domain';
import { tracked } from '@trpc/server';
import * as z from 'zod/mini';
import { limited, router, signedIn } from '../trpc.ts';

const streamInput = z.optional(z.object({ lastEventId: z.nullish(z.string().check(z.maxLength(40))) }));

/** For callers within the process, who stop by returning. */
const neverAborted = new AbortController().signal;

const positionOf = (lastEventId: string | null | undefined): number | null =>
  lastEventId && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;

export const live = router({
  /** One stream per browser. Its event ids are message positions: after a gap, what was missed comes first. */
  stream: signedIn.input(streamInput).subscription(async function* ({ ctx, input, signal = neverAborted }) {
    // Listening starts before the look back, so that nothing falls between the two.
    const { id, items } = ctx.browser.openStream(ctx.actor, signal);
    const since = positionOf(input?.lastEventId);
    let position = await streamPosition(ctx.domain);
    if (since !== null) {
      for (const message of await missedMessages(ctx.domain, ctx.actor, since)) {
        const item: LiveItem = { name: 'message.sent', message };
        yield tracked(String(Math.max(since, message.messageId)), item);
      }
    }
    yield tracked(String(position), { name: 'ready', streamId: id } as LiveItem);
    for await (const item of items) {
      if (item.name === 'message.sent') position = Math.max(position, item.message.messageId);
      yield tracked(String(position), item);
    }
  }),
  /** What the caller's stream is to hear of from now on: the posts on the screen, and whether the ranking is. */
  watch: limited('watching')
    .input(watchInput)
    .mutation(({ ctx, input }) => ctx.browser.watch(ctx.actor, input)),
});
