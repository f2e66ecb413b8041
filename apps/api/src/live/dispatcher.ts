import {
  type Context,
  type LiveDelivery,
  type LiveEvent,
  type PostEvent,
  postReaders,
  readLiveDelivery,
  readPostDelivery,
} from '@kith/domain';
import { LRUCache } from 'lru-cache';
import type { Stream } from './stream.ts';

/** How long the result of a visibility check is cached, in milliseconds. Users who lose a post receive its events that long. */
const visibilityCacheMs = 5_000;

/** The open streams, by what they subscribe to. */
export interface Subscribers {
  /** The users with open streams. */
  users(): number[];
  ofUser(userId: number): Iterable<Stream>;
  /** The streams that show a post on screen. */
  ofPost(postId: number): Iterable<Stream>;
  ofRanking(): Iterable<Stream>;
}

/** Sends the events of the bus to the streams of the members who may receive them. Each event is read once for all streams. */
export class LiveDispatcher {
  readonly #ctx: Context;
  readonly #subscribers: Subscribers;
  /**
   * For each recently liked post, whether a user can see it. A popular post is liked many times a second, so the results are
   * cached from the second like on; after the first one the map is still empty.
   */
  readonly #viewers = new LRUCache<number, Map<number, boolean>>({ max: 10_000, ttl: visibilityCacheMs });

  constructor(ctx: Context, subscribers: Subscribers) {
    this.#ctx = ctx;
    this.#subscribers = subscribers;
  }

  dispatch(event: LiveEvent): void {
    if (event.name === 'post.created' || event.name === 'post.changed' || event.name === 'post.deleted') {
      this.#viewers.delete(event.payload.postId);
      void this.#deliverPost(event);
      return;
    }
    const streams = this.#streamsFor(event);
    if (streams.size === 0) return;
    const users = [...new Set([...streams].map(({ session }) => session.userId))];
    const delivery = this.#read(event, () =>
      readLiveDelivery(this.#ctx, event, users, (postId) => this.#viewersOf(postId, users)),
    );
    for (const stream of streams) stream.receive(delivery);
  }

  /** The streams that an event may be for, without duplicates. */
  #streamsFor(event: LiveEvent): Set<Stream> {
    const found = new Set<Stream>();
    const add = (streams: Iterable<Stream>) => {
      for (const stream of streams) found.add(stream);
    };
    for (const userId of event.to ?? []) add(this.#subscribers.ofUser(userId));
    if (event.name === 'popular.published') add(this.#subscribers.ofRanking());
    if (event.to === null && 'authorId' in event.payload) {
      add(this.#subscribers.ofPost(event.payload.postId));
      add(this.#subscribers.ofUser(event.payload.authorId));
    }
    return found;
  }

  /** Queries which connected users should receive the event about a post, because any of them may follow the author. */
  async #deliverPost(event: PostEvent): Promise<void> {
    const users = this.#subscribers.users();
    if (users.length === 0) return;
    const watching = [...this.#subscribers.ofPost(event.payload.postId)].map(({ session }) => session.userId);
    const delivery = await this.#read(event, () => readPostDelivery(this.#ctx, event, users, watching));
    for (const userId of delivery?.readers ?? [])
      for (const stream of this.#subscribers.ofUser(userId)) stream.receive(delivery);
  }

  /** Calls `read`, and returns null if it rejects. The event is then lost, just as the bus may lose events. */
  async #read(event: LiveEvent, read: () => Promise<LiveDelivery | null>): Promise<LiveDelivery | null> {
    try {
      return await read();
    } catch (error) {
      this.#ctx.log.warn({ err: error, event: event.name }, 'a live event could not be read');
      return null;
    }
  }

  /** Returns those of the users who can see a post. */
  async #viewersOf(postId: number, users: number[]): Promise<ReadonlySet<number>> {
    const known = this.#viewers.get(postId);
    if (!known) {
      this.#viewers.set(postId, new Map());
      return postReaders(this.#ctx, users, postId);
    }
    const unknown = users.filter((userId) => !known.has(userId));
    if (unknown.length > 0) {
      const seeing = await postReaders(this.#ctx, unknown, postId);
      for (const userId of unknown) known.set(userId, seeing.has(userId));
    }
    return new Set(users.filter((userId) => known.get(userId)));
  }
}
