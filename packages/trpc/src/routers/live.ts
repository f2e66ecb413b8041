import { type LiveItem, scopeOfEvent, watchInput } from '@kith/contracts';
import { type Actor, type Context, hasScope, type KnownActor, readMissed, withoutPost } from '@kith/domain';
import { tracked } from '@trpc/server';
import * as z from 'zod/mini';
import type { OpenStream } from '../context.ts';
import { limited, router, signedIn } from '../trpc.ts';
import { withDirectNames } from './directEvents.ts';

const streamInput = z.optional(
  z.object({
    lastEventId: z.nullish(z.string().check(z.maxLength(40))),
    /** Direct chats have the events of chats; without it, their events have the names of the first version. */
    chats: z.optional(z.boolean()),
  }),
);

/** A signal for callers within the process, who end the stream by leaving their loop over it. */
const neverAborted = new AbortController().signal;

const positionOf = (lastEventId: string | null | undefined): number | null =>
  lastEventId && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;

/** An event with the position (a message id) after which a later stream resumes. */
export type TrackedItem = ReturnType<typeof tracked<LiveItem>>;

/** Consumes an event; if this returns a promise, the next event waits for it. */
type Send = (item: TrackedItem) => Promise<unknown> | undefined;

/** The events of a stream. `deliverTo` pushes them, which costs the server least. Callers in this process may iterate them. */
export interface EventStream extends AsyncIterable<TrackedItem, void, unknown> {
  /** Resolves when the stream closes, and rejects when `send` does or the replay fails. */
  deliverTo(send: Send): Promise<void>;
}

/** Sends the first events of a stream: the newest missed messages, then `ready` with the stream's id. Returns the position. */
async function replay(stream: OpenStream, domain: Context, actor: Actor, since: number | null, send: Send) {
  const missed = await stream.replay(() => readMissed(domain, actor, since));
  if (!missed) return since ?? 0;
  for (const message of missed.messages)
    await send(
      tracked(String(Math.max(since ?? 0, message.messageId)), { name: 'chat.message', isNew: true, message }),
    );
  await send(tracked(String(missed.position), { name: 'ready', streamId: stream.id }));
  return missed.position;
}

/** Whether an event is passed to the caller: a token receives only the events of its scopes. */
const scopeFilter = ({ token }: KnownActor): ((name: string) => boolean) => {
  if (!token) return () => true;
  const { scopes } = token;
  return (name) => {
    const scope = scopeOfEvent(name);
    return scope === null || scopes.includes(scope);
  };
};

/** A stream lasts for hours, so it gets only the fields it needs: the call's context would keep the whole request in memory. */
function eventStreamOf(
  stream: OpenStream,
  domain: Context,
  actor: KnownActor,
  since: number | null,
  named: (item: LiveItem) => LiveItem,
): EventStream {
  const mayReceive = scopeFilter(actor);
  const mayRead = hasScope(actor, 'read');
  const deliverTo = async (sendAll: Send) => {
    const send: Send = ([id, item, ...rest]) => {
      if (!mayReceive(item.name)) return undefined;
      const reduced = 'message' in item && !mayRead ? { ...item, message: withoutPost(item.message) } : item;
      return sendAll([id, named(reduced), ...rest]);
    };
    let position = await replay(stream, domain, actor, since, send);
    const replayAgain = async () => {
      position = await replay(stream, domain, actor, position, send);
    };
    await stream.deliverTo((item) => {
      if (item.name === 'ready') return replayAgain();
      if (item.name === 'chat.message') position = Math.max(position, item.message.messageId);
      return send(tracked(String(position), item));
    });
  };
  const iterate = () => {
    const { readable, writable } = new TransformStream<TrackedItem, TrackedItem>();
    const writer = writable.getWriter();
    // Ends the stream when the caller leaves the iteration.
    writer.closed.catch(() => stream.end());
    deliverTo((item) => writer.write(item))
      .then(
        () => writer.close(),
        (error: unknown) => writer.abort(error),
      )
      .catch(() => {});
    return readable.values();
  };
  return { deliverTo, [Symbol.asyncIterator]: iterate };
}

export const live = router({
  /** One stream per browser. Event ids are message ids; a stream that resumes after one first sends up to 500 later messages. */
  stream: signedIn.input(streamInput).subscription(({ ctx, input, signal = neverAborted }) => {
    // The stream subscribes before the replay, so that no event between the two is lost.
    const opened = ctx.browser.openStream(ctx.actor, signal);
    const named = input?.chats ? (item: LiveItem) => item : withDirectNames;
    return eventStreamOf(opened, ctx.domain, ctx.actor, positionOf(input?.lastEventId), named);
  }),
  /** Replaces the subscriptions of the caller's stream: the posts on screen, and optionally the ranking. */
  watch: limited('watching')
    .input(watchInput)
    .mutation(({ ctx, input }) => ctx.browser.watch(ctx.actor, input)),
});
