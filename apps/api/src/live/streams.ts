import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Context,
  endedSessions,
  type LiveDelivery,
  type LiveEvent,
  type PostEvent,
  Refusal,
  type ResolvedSession,
  readLiveDelivery,
  readPostDelivery,
} from '@kith/domain';
import { PeriodicBatches } from './periodicBatches.ts';
import { ReaderCache } from './readerCache.ts';
import { Replays } from './replays.ts';
import { Stream } from './stream.ts';
import { StreamIndex, type Watched } from './streamIndex.ts';

/** The period in which every stream's session is checked once, in milliseconds, and the number of batches in it. */
const recheckMs = 4_000;
const batchCount = 40;

/**
 * How many streams replay at a time after events were lost, and the interval in milliseconds. The replays are spread over time,
 * because each replay makes a browser fetch its lists.
 */
const replayPace = { streams: 25, everyMs: 100 };

/** The maximum number of open streams per user and process; each tab has one. */
const maxPerUser = 20;
/** The maximum number of open streams per API token, so that a program leaves streams for its member's tabs. */
const maxPerToken = 5;

/**
 * The live streams of this process. They share one subscription to the bus; each event is read once and passed to its
 * recipients.
 */
export class Streams {
  readonly #ctx: Context;
  readonly #index = new StreamIndex();
  readonly #readerCache: ReaderCache;
  readonly #replays: Replays;
  readonly #rechecked: PeriodicBatches<Stream>;
  readonly #process = randomUUID();
  #openedCount = 0;
  #toReplay: Stream[] = [];
  #replayTimer: NodeJS.Timeout | undefined;
  readonly close: () => void;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#readerCache = new ReaderCache(ctx);
    this.#replays = new Replays(ctx.limiter);
    const stop = ctx.live.subscribe((event) => this.#dispatch(event));
    this.#rechecked = new PeriodicBatches(recheckMs, batchCount, (due) => void this.#recheck([...due]));
    this.close = () => {
      stop();
      this.#rechecked.close();
      clearInterval(this.#replayTimer);
      for (const stream of this.#index.all()) stream.end();
    };
  }

  /** Closes all streams, spread over this many milliseconds so that the browsers do not all reconnect at once. */
  async endWithin(ms: number): Promise<void> {
    const streams = [...this.#index.all()];
    const start = performance.now();
    for (const [index, stream] of streams.entries()) {
      const due = start + (ms * index) / streams.length;
      if (due > performance.now()) await wait(due - performance.now());
      stream.end();
    }
    for (const stream of [...this.#index.all()]) stream.end();
  }

  /** The number of open streams. */
  get size(): number {
    return this.#index.size;
  }

  /** Opens a member's stream, whose id must be passed to `watch`. Throws `rate-limited`. */
  open({ userId, sessionId, token }: ResolvedSession, signal: AbortSignal) {
    const ofToken = token ? [...this.#index.ofUser(userId)].filter((each) => each.sessionId === sessionId) : [];
    if (this.#index.countOf(userId) >= maxPerUser || ofToken.length >= maxPerToken)
      throw new Refusal('rate-limited', { retryAfterSeconds: 15 });
    this.#openedCount += 1;
    const id = `${this.#process}.${this.#openedCount}`;
    const stream = new Stream(id, userId, sessionId, this.#replays, () => {
      this.#index.remove(stream);
      this.#rechecked.delete(stream, userId);
    });
    this.#index.add(stream);
    this.#rechecked.add(stream, userId);
    signal.addEventListener('abort', () => stream.end(), { once: true });
    if (signal.aborted) stream.end();
    return stream;
  }

  /**
   * Replaces the subscriptions of a member's stream; if another process has the stream, that process is notified. Ids of other
   * members' streams are ignored.
   */
  watch(userId: number, streamId: string, watched: Watched): void {
    if (this.#watchLocally(userId, streamId, watched) || streamId.startsWith(this.#process)) return;
    const payload = { streamId, userId, postIds: [...watched.postIds], ranking: watched.ranking };
    this.#ctx.live.publish({ name: 'stream.watching', to: null, payload }).catch((error: unknown) => {
      this.#ctx.log.warn({ err: error }, 'another process could not be notified of what a stream watches');
    });
  }

  /** Replaces the subscriptions of a stream if it is the member's. Returns false if this process has no such stream. */
  #watchLocally(userId: number, streamId: string, watched: Watched): boolean {
    const stream = this.#index.find(streamId);
    if (stream?.userId === userId) this.#index.watch(stream, watched);
    return stream !== undefined;
  }

  #dispatch(event: LiveEvent): void {
    switch (event.name) {
      case 'session.ended':
        this.#end(event.payload);
        return;
      case 'events.lost':
        this.#replayAll();
        return;
      case 'stream.watching': {
        const { streamId, userId, ...watched } = event.payload;
        this.#watchLocally(userId, streamId, watched);
        return;
      }
      case 'post.created':
      case 'post.changed':
      case 'post.deleted':
        this.#readerCache.invalidate(event.payload.postId);
        void this.#deliverPost(event);
        return;
      default:
        this.#deliver(event);
    }
  }

  /** The streams that an event may be for, without duplicates. */
  #streamsFor(event: LiveEvent): Set<Stream> {
    const found = new Set<Stream>();
    const add = (streams: Iterable<Stream>) => {
      for (const stream of streams) found.add(stream);
    };
    for (const userId of event.to ?? []) add(this.#index.ofUser(userId));
    if (event.name === 'popular.published') add(this.#index.ofRanking());
    if (event.to === null && 'authorId' in event.payload) {
      add(this.#index.ofPost(event.payload.postId));
      add(this.#index.ofUser(event.payload.authorId));
    }
    return found;
  }

  #deliver(event: LiveEvent): void {
    const streams = this.#streamsFor(event);
    if (streams.size === 0) return;
    const users = [...new Set([...streams].map(({ userId }) => userId))];
    const delivery = this.#read(event, () =>
      readLiveDelivery(this.#ctx, event, users, (postId) => this.#readerCache.of(postId, users)),
    );
    for (const stream of streams) stream.receive(delivery);
  }

  /** Queries which connected users should receive the event about a post, because any of them may follow the author. */
  async #deliverPost(event: PostEvent) {
    const users = this.#index.users();
    if (users.length === 0) return;
    const watching = [...this.#index.ofPost(event.payload.postId)].map(({ userId }) => userId);
    const delivery = await this.#read(event, () => readPostDelivery(this.#ctx, event, users, watching));
    for (const userId of delivery?.readers ?? [])
      for (const stream of this.#index.ofUser(userId)) stream.receive(delivery);
  }

  /** Calls `read`, and returns null if it rejects. The event is then lost, as events can be lost on the bus. */
  async #read(event: LiveEvent, read: () => Promise<LiveDelivery | null>): Promise<LiveDelivery | null> {
    try {
      return await read();
    } catch (error) {
      this.#ctx.log.warn({ err: error, event: event.name }, 'a live event could not be read');
      return null;
    }
  }

  /**
   * Makes every stream behave as if it had reconnected: the stream replays what it missed, and its browser fetches the rest.
   */
  #replayAll(): void {
    this.#toReplay = [...this.#index.all()];
    this.#replayTimer ??= setInterval(() => {
      for (const stream of this.#toReplay.splice(-replayPace.streams)) {
        stream.receive({ item: { name: 'ready', streamId: stream.id }, readers: new Set([stream.userId]) });
      }
      if (this.#toReplay.length > 0) return;
      clearInterval(this.#replayTimer);
      this.#replayTimer = undefined;
    }, replayPace.everyMs);
  }

  #end({ userId, sessionIds }: { userId: number; sessionIds: string[] | 'all' }): void {
    for (const stream of [...this.#index.ofUser(userId)]) {
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
