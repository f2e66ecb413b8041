import { type LiveItem, watchInput } from '@kith/contracts';
import { type Actor, type Context, missedMessages, streamPosition } from '@kith/domain';
import { tracked } from '@trpc/server';
import * as z from 'zod/mini';
import type { OpenStream } from '../context.ts';
import { limited, router, signedIn } from '../trpc.ts';

const streamInput = z.optional(z.object({ lastEventId: z.nullish(z.string().check(z.maxLength(40))) }));

/** For callers within the process, who stop by returning. */
const neverAborted = new AbortController().signal;

const positionOf = (lastEventId: string | null | undefined): number | null =>
  lastEventId && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;

type Told = ReturnType<typeof tracked<LiveItem>>;

/** What a stream begins with: the messages that were missed, and its id. Returns its position. */
async function* lookBack(streamId: string, domain: Context, actor: Actor, since: number | null) {
  const position = await streamPosition(domain);
  if (since !== null) {
    for await (const message of missedMessages(domain, actor, since)) {
      const item: LiveItem = { name: 'message.sent', message };
      yield tracked(String(Math.max(since, message.messageId)), item);
    }
  }
  yield tracked(String(position), { name: 'ready', streamId } as LiveItem);
  return position;
}

/**
 * What a stream brings. It lasts for hours, so it is given no more than it needs: the call's context would keep the whole
 * request in memory. An iterator by hand: one generator over another makes 2 kB anew with every event, of each stream, which
 * live until the next event and so are collected only with the whole heap, a third of a second every twenty.
 */
function broughtBy(
  stream: OpenStream,
  domain: Context,
  actor: Actor,
  since: number | null,
): AsyncIterable<Told, void, unknown> {
  let position = 0;
  let before: ReturnType<typeof lookBack> | null = lookBack(stream.id, domain, actor, since);
  const tell = (item: LiveItem | null): IteratorResult<Told, void> | Promise<IteratorResult<Told, void>> => {
    if (item === null) return { done: true, value: undefined };
    if (item.name === 'ready') {
      before = lookBack(stream.id, domain, actor, position);
      return begin(before);
    }
    if (item.name === 'message.sent') position = Math.max(position, item.message.messageId);
    return { done: false, value: tracked(String(position), item) };
  };
  const begin = async (from: ReturnType<typeof lookBack>): Promise<IteratorResult<Told, void>> => {
    const step = await from.next();
    if (!step.done) return step;
    position = step.value;
    before = null;
    return tell(await stream.next());
  };
  const items: AsyncIterableIterator<Told, void, unknown> = {
    [Symbol.asyncIterator]: () => items,
    next: () => (before ? begin(before) : stream.next().then(tell)),
    return: async () => {
      stream.end();
      return { done: true, value: undefined };
    },
  };
  return items;
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
