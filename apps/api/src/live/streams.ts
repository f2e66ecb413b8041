import { setTimeout as wait } from 'node:timers/promises';
import {
  type Context,
  followedIds,
  type LiveEvent,
  Refusal,
  type ResolvedSession,
  stillValidSessions,
} from '@kith/domain';
import { Audience } from './audience.ts';
import { Stream } from './stream.ts';

/** Every stream's session is checked once in this time, in milliseconds, in small portions. */
const recheckMs = 4_000;
const parts = 8;

/** Open streams of one member in one process: each tab has one, and each costs a statement for every event to the member. */
const perMember = 20;

/** The live streams of this process: one subscription to the bus, handed to the members' browsers. */
export class Streams {
  readonly #ctx: Context;
  readonly #audience = new Audience();
  readonly close: () => void;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    const stop = ctx.live.subscribe((event) => this.#hand(event));
    let part = 0;
    const timer = setInterval(() => {
      part = (part + 1) % parts;
      void this.#recheck(part);
    }, recheckMs / parts);
    timer.unref();
    this.close = () => {
      stop();
      clearInterval(timer);
      for (const stream of this.#audience.all()) stream.end();
    };
  }

  /** Ends all streams, spread over so many milliseconds so that the browsers do not all reconnect at once. */
  async endWithin(ms: number): Promise<void> {
    const streams = [...this.#audience.all()];
    const start = Date.now();
    for (const [index, stream] of streams.entries()) {
      const due = start + (ms * index) / streams.length;
      if (due > Date.now()) await wait(due - Date.now());
      stream.end();
    }
    for (const stream of [...this.#audience.all()]) stream.end();
  }

  /** How many streams are open. */
  get size(): number {
    return this.#audience.size;
  }

  /**
   * Opens a member's stream. Events are collected at once, while the list of followed members is still being read.
   * Throws `rate-limited`.
   */
  open(session: ResolvedSession, signal: AbortSignal): AsyncIterable<LiveEvent> {
    if (this.#audience.countOf(session.userId) >= perMember)
      throw new Refusal('rate-limited', { retryAfterSeconds: 15 });
    const stream = new Stream(session.userId, session.sessionId, () => this.#audience.remove(stream));
    this.#audience.add(stream);
    signal.addEventListener('abort', () => stream.end(), { once: true });
    if (signal.aborted) stream.end();
    followedIds(this.#ctx, session.userId).then(
      (ids) => this.#audience.follow(stream, ids),
      (error: unknown) => this.#ctx.log.warn({ err: error }, 'a stream does not know whom its member follows'),
    );
    return stream.events();
  }

  #hand(event: LiveEvent): void {
    if (event.name === 'session.ended') this.#end(event.payload);
    if (event.name === 'follow.changed') {
      const { followerId, followedId, following } = event.payload;
      this.#audience.changeFollow(followerId, followedId, following);
    }
    for (const stream of this.#audience.of(event)) stream.receive(event);
  }

  #end({ userId, sessionIds }: { userId: number; sessionIds: string[] | 'all' }): void {
    for (const stream of [...this.#audience.ofUser(userId)]) {
      if (sessionIds === 'all' || sessionIds.includes(stream.sessionId)) stream.end();
    }
  }

  /** Live events can be lost, so streams whose session has ended are also found by asking the database. */
  async #recheck(part: number): Promise<void> {
    const streams = [...this.#audience.all()].filter(({ userId }) => userId % parts === part);
    if (streams.length === 0) return;
    try {
      const valid = await stillValidSessions(this.#ctx, [...new Set(streams.map((stream) => stream.sessionId))]);
      for (const stream of streams) if (!valid.has(stream.sessionId)) stream.end();
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'sessions of the open streams could not be checked');
    }
  }
}
