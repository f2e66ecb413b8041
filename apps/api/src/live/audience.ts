import type { LiveEvent } from '@kith/domain';
import type { Stream } from './stream.ts';

/** Which open streams an event is for: indexes by member, and by the authors they follow. */
export class Audience {
  readonly #byUser = new Map<number, Set<Stream>>();
  readonly #byAuthor = new Map<number, Set<Stream>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(stream: Stream): void {
    put(this.#byUser, stream.userId, stream);
    this.#size += 1;
  }

  remove(stream: Stream): void {
    this.#size -= 1;
    take(this.#byUser, stream.userId, stream);
    for (const author of stream.followed) take(this.#byAuthor, author, stream);
    stream.followed = [];
  }

  follow(stream: Stream, authors: readonly number[]): void {
    if (!this.#byUser.get(stream.userId)?.has(stream)) return;
    const added = authors.filter((author) => put(this.#byAuthor, author, stream));
    stream.followed = stream.followed.concat(added);
  }

  changeFollow(follower: number, author: number, following: boolean): void {
    for (const stream of this.ofUser(follower)) {
      if (following) this.follow(stream, [author]);
      else this.#unfollow(stream, author);
    }
  }

  #unfollow(stream: Stream, author: number): void {
    stream.followed = stream.followed.filter((each) => each !== author);
    take(this.#byAuthor, author, stream);
  }

  countOf(userId: number): number {
    return this.#byUser.get(userId)?.size ?? 0;
  }

  ofUser(userId: number): Iterable<Stream> {
    return this.#byUser.get(userId) ?? [];
  }

  *all(): Iterable<Stream> {
    for (const streams of this.#byUser.values()) yield* streams;
  }

  /** The streams an event goes to, each once. */
  of(event: LiveEvent): Iterable<Stream> {
    if (event.name === 'popular.published') return this.all();
    const found = new Set<Stream>();
    for (const userId of event.to ?? []) for (const stream of this.ofUser(userId)) found.add(stream);
    if (event.to === null && 'authorId' in event.payload) {
      for (const stream of this.#byAuthor.get(event.payload.authorId) ?? []) found.add(stream);
      for (const stream of this.ofUser(event.payload.authorId)) found.add(stream);
    }
    return found;
  }
}

/** True when it was not in the set before. */
function put(index: Map<number, Set<Stream>>, key: number, stream: Stream): boolean {
  const streams = index.get(key);
  if (streams?.has(stream)) return false;
  if (streams) streams.add(stream);
  else index.set(key, new Set([stream]));
  return true;
}

function take(index: Map<number, Set<Stream>>, key: number, stream: Stream): void {
  const streams = index.get(key);
  streams?.delete(stream);
  if (streams?.size === 0) index.delete(key);
}
