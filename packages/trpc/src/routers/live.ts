import { type LiveItem, watchInput } from '@kith/contracts';
import { type Actor, type Context, missedMessages, streamPosition } from '@kith/domain';
import { tracked } from '@trpc/server';
import * as z from 'zod/mini';
import type { RequestContext } from '../context.ts';
import { limited, router, signedIn } from '../trpc.ts';

const streamInput = z.optional(z.object({ lastEventId: z.nullish(z.string().check(z.maxLength(40))) }));

/** For callers within the process, who stop by returning. */
const neverAborted = new AbortController().signal;

const positionOf = (lastEventId: string | null | undefined): number | null =>
  lastEventId && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;

type Opened = ReturnType<RequestContext['browser']['openStream']>;

/**
 * What a stream brings. It lasts for hours, so it is given no more than it needs: the call's context would keep the whole
 * request in memory.
 */
async function* broughtBy({ id, items }: Opened, domain: Context, actor: Actor, since: number | null) {
  let position = await streamPosition(domain);
  if (since !== null) {
    for (const message of await missedMessages(domain, actor, since)) {
      const item: LiveItem = { name: 'message.sent', message };
      yield tracked(String(Math.max(since, message.messageId)), item);
    }
  }
  yield tracked(String(position), { name: 'ready', streamId: id } as LiveItem);
  for await (const item of items) {
    if (item.name === 'message.sent') position = Math.max(position, item.message.messageId);
    yield tracked(String(position), item);
  }
}

export const live = router({
  /** One stream per browser. Its event ids are message positions: after a gap, what was missed comes first. */
  stream: signedIn.input(streamInput).subscription(({ ctx, input, signal = neverAborted }) => {
    // Listening starts before the look back, so that nothing falls between the two.
    const opened = ctx.browser.openStream(ctx.actor, signal);
    return broughtBy(opened, ctx.domain, ctx.actor, positionOf(input?.lastEventId));
  }),
  /** What the caller's stream is to hear of from now on: the posts on the screen, and whether the ranking is. */
  watch: limited('watching')
    .input(watchInput)
    .mutation(({ ctx, input }) => ctx.browser.watch(ctx.actor, input)),
});
