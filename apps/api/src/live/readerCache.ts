import { type Context, postReaders } from '@kith/domain';

/**
 * How long the viewers of a post are cached, in milliseconds. A user who loses access to the post receives no more events about
 * it after that time.
 */
const cacheMs = 5_000;
const maxPosts = 10_000;

interface Entry {
  at: number;
  /**
   * Whether each user can see the post. Null until the post is queried a second time; from then on the results are cached here.
   */
  sees: Map<number, boolean> | null;
}

/**
 * A cache of who can see the posts on screens, because a popular post has many events a second. For a post that was queried
 * only once, only the time of the query is stored.
 */
export class ReaderCache {
  readonly #ctx: Context;
  readonly #entries = new Map<number, Entry>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Returns which of the users can see a post. */
  async of(postId: number, users: number[]): Promise<ReadonlySet<number>> {
    const now = performance.now();
    const entry = this.#entries.get(postId);
    if (!entry || now - entry.at > cacheMs) {
      this.#store(postId, { at: now, sees: null });
      return postReaders(this.#ctx, users, postId);
    }
    entry.sees ??= new Map();
    const { sees } = entry;
    const uncached = users.filter((userId) => !sees.has(userId));
    if (uncached.length > 0) {
      const seeing = await postReaders(this.#ctx, uncached, postId);
      for (const userId of uncached) sees.set(userId, seeing.has(userId));
    }
    return new Set(users.filter((userId) => sees.get(userId)));
  }

  /** Must be called when a post was changed: drops the post's entry. */
  invalidate(postId: number): void {
    this.#entries.delete(postId);
  }

  #store(postId: number, entry: Entry): void {
    this.#entries.delete(postId);
    const oldest = this.#entries.size >= maxPosts ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(postId, entry);
  }
}
