import type { Stream } from './stream.ts';

/** What a stream subscribes to: the posts on screen, and possibly the ranking. */
export interface Watched {
  postIds: readonly number[];
  ranking: boolean;
}

/** The open streams, indexed by user and by the posts on their screens, and those that subscribe to the ranking. */
export class StreamIndex {
  readonly #byUser = new Map<number, Set<Stream>>();
  readonly #byPost = new Map<number, Set<Stream>>();
  readonly #byId = new Map<string, Stream>();
  readonly #ranking = new Set<Stream>();

  get size(): number {
    return this.#byId.size;
  }

  add(stream: Stream): void {
    addTo(this.#byUser, stream.userId, stream);
    this.#byId.set(stream.id, stream);
  }

  remove(stream: Stream): void {
    this.watch(stream, { postIds: [], ranking: false });
    removeFrom(this.#byUser, stream.userId, stream);
    this.#byId.delete(stream.id);
  }

  /** Replaces the subscriptions of a stream. */
  watch(stream: Stream, { postIds, ranking }: Watched): void {
    for (const postId of stream.watched) removeFrom(this.#byPost, postId, stream);
    stream.watched = [...new Set(postIds)];
    for (const postId of stream.watched) addTo(this.#byPost, postId, stream);
    if (ranking) this.#ranking.add(stream);
    else this.#ranking.delete(stream);
  }

  /** A stream of this process by its id. */
  find(id: string): Stream | undefined {
    return this.#byId.get(id);
  }

  countOf(userId: number): number {
    return this.#byUser.get(userId)?.size ?? 0;
  }

  ofUser(userId: number): Iterable<Stream> {
    return this.#byUser.get(userId) ?? [];
  }

  ofPost(postId: number): Iterable<Stream> {
    return this.#byPost.get(postId) ?? [];
  }

  ofRanking(): Iterable<Stream> {
    return this.#ranking;
  }

  users(): number[] {
    return [...this.#byUser.keys()];
  }

  all(): Iterable<Stream> {
    return this.#byId.values();
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
