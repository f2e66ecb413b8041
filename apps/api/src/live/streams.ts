import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Context,
  endedSessions,
  type LiveEvent,
  type LiveNews,
  type PostEvent,
  Refusal,
  type ResolvedSession,
  readLiveNews,
  readPostNews,
} from '@kith/domain';
import { Interest, type Watched } from './interest.ts';
import { PeriodicBatches } from './periodicBatches.ts';
import { Readers } from './readers.ts';
import { Replays } from './replays.ts';
import { Stream } from './stream.ts';

/** The period in which every stream's session is checked once, in milliseconds, and the number of batches in it. */
const recheckMs = 4_000;
const parts = 40;

/**
 * How many streams replay at a time after events were lost, and the interval in milliseconds. The replays are spread over time,
 * because each makes a browser fetch its lists.
 */
const lookBack = { streams: 25, everyMs: 100 };

/** The maximum number of open streams per user and process; each tab has one. */
const perUser = 20;
/** The same per token, so that a program leaves streams for its member's tabs. */
const perToken = 5;

/** The live streams of this process. It has one subscription to the bus; each event is read once and passed to its recipients. */
export class Streams {
  readonly #ctx: Context;
  readonly #interest = new Interest();
  readonly #readers: Readers;
  readonly #replays: Replays;
  readonly #rechecked: PeriodicBatches<Stream>;
  readonly #process = randomUUID();
  #opened = 0;
  #behind: Stream[] = [];
  #catchingUp: NodeJS.Timeout | undefined;
  readonly close: () => void;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#readers = new Readers(ctx);
    this.#replays = new Replays(ctx.limiter);
    const stop = ctx.live.subscribe((event) => this.#hand(event));
    this.#rechecked = new PeriodicBatches(recheckMs, parts, (due) => void this.#recheck([...due]));
    this.close = () => {
      stop();
      this.#rechecked.close();
      clearInterval(this.#catchingUp);
      for (const stream of this.#interest.all()) stream.end();
    };
  }

  /** Closes all streams, spread over this many milliseconds so that the browsers do not all reconnect at once. */
  async endWithin(ms: number): Promise<void> {
    const streams = [...this.#interest.all()];
    const start = performance.now();
    for (const [index, stream] of streams.entries()) {
      const due = start + (ms * index) / streams.length;
      if (due > performance.now()) await wait(due - performance.now());
      stream.end();
    }
    for (const stream of [...this.#interest.all()]) stream.end();
  }

  /** The number of open streams. */
  get size(): number {
    return this.#interest.size;
  }

  /** Opens a member's stream; `watch` takes its id. Throws `rate-limited`. */
  open({ userId, sessionId, token }: ResolvedSession, signal: AbortSignal) {
    const own = token ? [...this.#interest.ofUser(userId)].filter((each) => each.sessionId === sessionId) : [];
    if (this.#interest.countOf(userId) >= perUser || own.length >= perToken)
      throw new Refusal('rate-limited', { retryAfterSeconds: 15 });
    this.#opened += 1;
    const id = `${this.#process}.${this.#opened}`;
    const stream = new Stream(id, userId, sessionId, this.#replays, () => {
      this.#interest.remove(stream);
      this.#rechecked.delete(stream, userId);
    });
    this.#interest.add(stream);
    this.#rechecked.add(stream, userId);
    signal.addEventListener('abort', () => stream.end(), { once: true });
    if (signal.aborted) stream.end();
    return stream;
  }

  /**
   * Replaces the subscriptions of a member's stream; one in another process is notified there. Ids of other members' streams are
   * ignored.
   */
  watch(userId: number, streamId: string, watched: Watched): void {
    if (this.#watchHere(userId, streamId, watched) || streamId.startsWith(this.#process)) return;
    const payload = { streamId, userId, postIds: [...watched.postIds], ranking: watched.ranking };
    this.#ctx.live.publish({ name: 'stream.watching', to: null, payload }).catch((error: unknown) => {
      this.#ctx.log.warn({ err: error }, 'another process could not be notified of what a stream watches');
    });
  }

  /** Replaces the subscriptions if the stream belongs to this process; otherwise false. */
  #watchHere(userId: number, streamId: string, watched: Watched): boolean {
    const stream = this.#interest.find(streamId);
    if (stream?.userId === userId) this.#interest.watch(stream, watched);
    return stream !== undefined;
  }

  #hand(event: LiveEvent): void {
    switch (event.name) {
      case 'session.ended':
        this.#end(event.payload);
        return;
      case 'events.lost':
        this.#lookBack();
        return;
      case 'stream.watching': {
        const { streamId, userId, ...watched } = event.payload;
        this.#watchHere(userId, streamId, watched);
        return;
      }
      case 'post.created':
      case 'post.changed':
      case 'post.deleted':
        this.#readers.forget(event.payload.postId);
        void this.#handPost(event);
        return;
      default:
        this.#handOn(event);
    }
  }

  /** The streams that an event may be for, without duplicates. */
  #streamsFor(event: LiveEvent): Set<Stream> {
    const found = new Set<Stream>();
    const add = (streams: Iterable<Stream>) => {
      for (const stream of streams) found.add(stream);
    };
    for (const userId of event.to ?? []) add(this.#interest.ofUser(userId));
    if (event.name === 'popular.published') add(this.#interest.ofRanking());
    if (event.to === null && 'authorId' in event.payload) {
      add(this.#interest.ofPost(event.payload.postId));
      add(this.#interest.ofUser(event.payload.authorId));
    }
    return found;
  }

  #handOn(event: LiveEvent): void {
    const streams = this.#streamsFor(event);
    if (streams.size === 0) return;
    const users = [...new Set([...streams].map(({ userId }) => userId))];
    const news = this.#read(event, () =>
      readLiveNews(this.#ctx, event, users, (postId) => this.#readers.of(postId, users)),
    );
    for (const stream of streams) stream.receive(news);
  }

  /** Queries which connected users should receive the post, because any of them may follow the author. */
  async #handPost(event: PostEvent) {
    const users = this.#interest.users();
    if (users.length === 0) return;
    const watching = [...this.#interest.ofPost(event.payload.postId)].map(({ userId }) => userId);
    const news = await this.#read(event, () => readPostNews(this.#ctx, event, users, watching));
    for (const userId of news?.readers ?? []) for (const stream of this.#interest.ofUser(userId)) stream.receive(news);
  }

  /** Never rejects: an event that cannot be read is lost, as events can be lost on the bus. */
  async #read(event: LiveEvent, read: () => Promise<LiveNews | null>): Promise<LiveNews | null> {
    try {
      return await read();
    } catch (error) {
      this.#ctx.log.warn({ err: error, event: event.name }, 'a live event could not be read');
      return null;
    }
  }

  /** Treats every stream as if it had reconnected: it replays what it missed, and its browser fetches the rest. */
  #lookBack(): void {
    this.#behind = [...this.#interest.all()];
    this.#catchingUp ??= setInterval(() => {
      for (const stream of this.#behind.splice(-lookBack.streams)) {
        stream.receive({ item: { name: 'ready', streamId: stream.id }, readers: new Set([stream.userId]) });
      }
      if (this.#behind.length > 0) return;
      clearInterval(this.#catchingUp);
      this.#catchingUp = undefined;
    }, lookBack.everyMs);
  }

  #end({ userId, sessionIds }: { userId: number; sessionIds: string[] | 'all' }): void {
    for (const stream of [...this.#interest.ofUser(userId)]) {
      if (sessionIds === 'all' || sessionIds.includes(stream.sessionId)) stream.end();
    }
  }

  /** Live events can be lost, so sessions that have ended are also looked up in the database. */
  async #recheck(streams: Stream[]): Promise<void> {
    try {
      const ended = await endedSessions(this.#ctx, [...new Set(streams.map((stream) => stream.sessionId))]);
      for (const stream of streams) if (ended.has(stream.sessionId)) stream.end();
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'sessions of the open streams could not be checked');
    }
  }
}
