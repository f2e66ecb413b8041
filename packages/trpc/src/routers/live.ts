import { type LiveItem, type MessageView, scopeOfEvent, watchInput } from '@kith/contracts';
import { type Actor, type Context, type KnownActor, readMissed } from '@kith/domain';
import { tracked } from '@trpc/server';
import * as z from 'zod/mini';
import type { OpenStream } from '../context.ts';
import { limited, router, signedIn } from '../trpc.ts';

const streamInput = z.optional(z.object({ lastEventId: z.nullish(z.string().check(z.maxLength(40))) }));

/** The signal for callers within the process, who end the stream by leaving its iteration. */
const neverAborted = new AbortController().signal;

const positionOf = (lastEventId: string | null | undefined): number | null =>
  lastEventId && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;

/** An event with the position to resume from. */
export type Told = ReturnType<typeof tracked<LiveItem>>;

/** Consumes events; if it returns a promise, the next event waits for it. */
type Tell = (told: Told) => Promise<unknown> | undefined;

/** The events of a stream: `handTo` pushes them, which costs the server least, or callers within the process iterate them. */
export interface Brought extends AsyncIterable<Told, void, unknown> {
  /** Resolves when the stream closes, and rejects when `tell` does or the replay fails. */
  handTo(tell: Tell): Promise<void>;
}

const nameOf = ({ receiver }: MessageView) => (receiver === null ? 'chat.message' : 'message.sent');

/** Sends the first events of a stream: the newest missed messages, then `ready` with the stream's id. Returns the position. */
async function replay(stream: OpenStream, domain: Context, actor: Actor, since: number | null, tell: Tell) {
  const missed = await stream.replay(() => readMissed(domain, actor, since));
  if (!missed) return since ?? 0;
  for (const message of missed.messages)
    await tell(tracked(String(Math.max(since ?? 0, message.messageId)), { name: nameOf(message), message }));
  await tell(tracked(String(missed.position), { name: 'ready', streamId: stream.id }));
  return missed.position;
}

/** Whether an event is passed to the caller: a token receives only the events of its scopes. */
const hearsOf = ({ token }: KnownActor): ((name: string) => boolean) => {
  if (!token) return () => true;
  const { scopes } = token;
  return (name) => {
    const scope = scopeOfEvent(name);
    return scope === null || scopes.includes(scope);
  };
};

/** A stream lasts for hours, so it gets only the fields it needs: the call's context would keep the whole request in memory. */
function broughtBy(stream: OpenStream, domain: Context, actor: KnownActor, since: number | null): Brought {
  const hears = hearsOf(actor);
  const handTo = async (tellAll: Tell) => {
    const tell: Tell = (told) => (hears(told[1].name) ? tellAll(told) : undefined);
    let position = await replay(stream, domain, actor, since, tell);
    const again = async () => {
      position = await replay(stream, domain, actor, position, tell);
    };
    await stream.handTo((item) => {
      if (item.name === 'ready') return again();
      if (item.name === 'message.sent' || item.name === 'chat.message')
        position = Math.max(position, item.message.messageId);
      return tell(tracked(String(position), item));
    });
  };
  const iterate = () => {
    const { readable, writable } = new TransformStream<Told, Told>();
    const writer = writable.getWriter();
    // Ends the stream when the caller leaves the iteration.
    writer.closed.catch(() => stream.end());
    handTo((told) => writer.write(told))
      .then(
        () => writer.close(),
        (error: unknown) => writer.abort(error),
      )
      .catch(() => {});
    return readable.values();
  };
  return { handTo, [Symbol.asyncIterator]: iterate };
}

export const live = router({
  /** One stream per browser. Its event ids are positions in the messages: after a gap, up to 500 missed messages come first. */
  stream: signedIn.input(streamInput).subscription(({ ctx, input, signal = neverAborted }) => {
    // The stream subscribes before the replay, so that no event between the two is lost.
    const opened = ctx.browser.openStream(ctx.actor, signal);
    return broughtBy(opened, ctx.domain, ctx.actor, positionOf(input?.lastEventId));
  }),
  /** Replaces the subscriptions of the caller's stream: the posts on screen, and optionally the ranking. */
  watch: limited('watching')
    .input(watchInput)
    .mutation(({ ctx, input }) => ctx.browser.watch(ctx.actor, input)),
});
