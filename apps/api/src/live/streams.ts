import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Context, endedSessions, type LiveEvent, Refusal, type ResolvedSession, readMissed } from '@kith/domain';
import { Slots } from '@kith/platform';
import { LiveDispatcher } from './dispatcher.ts';
import { Stream, type StreamHost } from './stream.ts';

/**
 * Every 3.75 s, the session of each stream is checked, and the stream gets a heartbeat. The streams are divided into batches, of
 * which each tick handles one, because ten thousand streams at once would block the process for a quarter of a second.
 */
const batchCount = 30;
const tickMs = 125;

/** How many streams replay in each tick after events were lost: a replay makes a browser fetch its lists. */
const replaysPerTick = 30;

/** The maximum number of open streams per user and process; each tab has one. */
const maxPerUser = 20;
/** The maximum number of open streams per access token, so that a program leaves streams for its member's tabs. */
const maxPerToken = 5;

/** After how many milliseconds a browser reconnects when its process stops: random, so that not all reconnect at once. */
const reconnectMs = () => Math.round(200 + Math.random() * 800);

/** What a stream subscribes to: the posts on screen, and possibly the ranking. */
export interface Watched {
  postIds: readonly number[];
  ranking: boolean;
}

/** The live streams of this process, which share one subscription to the bus. */
export class Streams {
  readonly #ctx: Context;
  readonly #byId = new Map<string, Stream>();
  readonly #byUser = new Map<number, Set<Stream>>();
  readonly #byPost = new Map<number, Set<Stream>>();
  readonly #ranking = new Set<Stream>();
  readonly #batches = Array.from({ length: batchCount }, () => new Set<Stream>());
  readonly #process = randomUUID();
  readonly #host: StreamHost;
  /** One replay at a time per member, so that twenty tabs that reconnect together do not delay the member's calls. */
  readonly #replays = new Slots(1, { maxQueued: maxPerUser });
  #openedCount = 0;
  #nextBatch = 0;
  #toReplay: Stream[] = [];
  readonly close: () => void;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#host = {
      missed: (stream) => this.#readMissed(stream),
      onEnd: (stream) => this.#remove(stream),
      onError: (error) => ctx.log.warn({ err: error }, 'a live stream could not replay what it missed'),
    };
    const dispatcher = new LiveDispatcher(ctx, {
      users: () => [...this.#byUser.keys()],
      ofUser: (userId) => this.#byUser.get(userId) ?? [],
      ofPost: (postId) => this.#byPost.get(postId) ?? [],
      ofRanking: () => this.#ranking,
    });
    const unsubscribe = ctx.live.subscribe((event) => this.#handle(event, dispatcher));
    const timer = setInterval(() => this.#tick(), tickMs).unref();
    this.close = () => {
      unsubscribe();
      clearInterval(timer);
      for (const stream of [...this.#byId.values()]) stream.end();
    };
  }

  /** The number of open streams. */
  get size(): number {
    return this.#byId.size;
  }

  /**
   * Opens a member's stream, which resumes after the message `position`. Nothing is sent before `replay` is called on it. Throws
   * `rate-limited`.
   */
  open(session: ResolvedSession, position: number | null, response: ServerResponse): Stream {
    const { userId, sessionId, token } = session;
    const own = [...(this.#byUser.get(userId) ?? [])];
    const ofToken = token ? own.filter((each) => each.session.sessionId === sessionId) : [];
    if (own.length >= maxPerUser || ofToken.length >= maxPerToken)
      throw new Refusal('rate-limited', { retryAfterSeconds: 15 });
    this.#openedCount += 1;
    const stream = new Stream(`${this.#process}.${this.#openedCount}`, session, position, response, this.#host);
    this.#byId.set(stream.id, stream);
    addTo(this.#byUser, userId, stream);
    this.#batchOf(userId).add(stream);
    return stream;
  }

  #remove(stream: Stream): void {
    this.#watch(stream, { postIds: [], ranking: false });
    this.#byId.delete(stream.id);
    removeFrom(this.#byUser, stream.session.userId, stream);
    this.#batchOf(stream.session.userId).delete(stream);
  }

  #batchOf(userId: number): Set<Stream> {
    return this.#batches[userId % batchCount] as Set<Stream>;
  }

  /** Ends all streams, spread over this many milliseconds so that the browsers do not all reconnect to other processes at once. */
  async endWithin(ms: number): Promise<void> {
    const streams = [...this.#byId.values()];
    const start = performance.now();
    for (const [index, stream] of streams.entries()) {
      const due = start + (ms * index) / streams.length;
      if (due > performance.now()) await wait(due - performance.now());
      stream.end(reconnectMs());
    }
    for (const stream of [...this.#byId.values()]) stream.end(reconnectMs());
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
    const stream = this.#byId.get(streamId);
    if (stream?.session.userId === userId) this.#watch(stream, watched);
    return stream !== undefined;
  }

  #watch(stream: Stream, { postIds, ranking }: Watched): void {
    for (const postId of stream.watched) removeFrom(this.#byPost, postId, stream);
    stream.watched = [...new Set(postIds)];
    for (const postId of stream.watched) addTo(this.#byPost, postId, stream);
    if (ranking) this.#ranking.add(stream);
    else this.#ranking.delete(stream);
  }

  #handle(event: LiveEvent, dispatcher: LiveDispatcher): void {
    switch (event.name) {
      case 'session.ended':
        this.#endSessions(event.payload);
        return;
      case 'events.lost':
        this.#toReplay = [...this.#byId.values()];
        return;
      case 'stream.watching': {
        const { streamId, userId, ...watched } = event.payload;
        this.#watchLocally(userId, streamId, watched);
        return;
      }
      default:
        dispatcher.dispatch(event);
    }
  }

  /** Reads what a stream missed, within the member's concurrency slots. */
  #readMissed(stream: Stream) {
    const { session, position } = stream;
    const { userId } = session;
    const { limiter } = this.#ctx;
    return this.#replays.run(userId, async () => {
      if (stream.ended) return null;
      const slot = limiter.acquireSlot(userId);
      if (slot) await slot;
      try {
        return await readMissed(this.#ctx, session, position);
      } finally {
        limiter.releaseSlot(userId);
      }
    });
  }

  #endSessions({ userId, sessionIds }: { userId: number; sessionIds: string[] | 'all' }): void {
    for (const stream of [...(this.#byUser.get(userId) ?? [])]) {
      if (sessionIds === 'all' || sessionIds.includes(stream.session.sessionId)) stream.end();
    }
  }

  #tick(): void {
    const batch = [...(this.#batches[this.#nextBatch] as Set<Stream>)];
    this.#nextBatch = (this.#nextBatch + 1) % batchCount;
    for (const stream of batch) stream.heartbeat();
    void this.#checkSessions(batch);
    for (const stream of this.#toReplay.splice(-replaysPerTick)) stream.replay();
  }

  /** Live events can be lost, so sessions that have ended are also looked up in the database. */
  async #checkSessions(streams: Stream[]): Promise<void> {
    if (streams.length === 0) return;
    try {
      const ended = await endedSessions(this.#ctx, [...new Set(streams.map(({ session }) => session.sessionId))]);
      for (const stream of streams) if (ended.has(stream.session.sessionId)) stream.end();
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'sessions of the open streams could not be checked');
    }
  }
}

function addTo(index: Map<number, Set<Stream>>, key: number, stream: Stream): void {
  const streams = index.get(key);
  if (streams) streams.add(stream);
  else index.set(key, new Set([stream]));
}

function removeFrom(index: Map<number, Set<Stream>>, key: number, stream: Stream): void {
  const streams = index.get(key);
  streams?.delete(stream);
  if (streams?.size === 0) index.delete(key);
}
