import { type Context, postReaders } from '@kith/domain';

/**
 * How long the viewers of a post are cached, in milliseconds. A user who loses access to the post receives no more events about
 * it after that time.
 */
const believedMs = 5_000;
const mostPosts = 10_000;

interface Known {
  at: number;
  /** Whether each user can see the post, cached from the second query on; null until then. */
  sees: Map<number, boolean> | null;
}

/**
 * A cache of who can see the posts on screens, because a popular post has many events a second. For a post that was queried only
 * once, just the time is stored.
 */
export class Readers {
  readonly #ctx: Context;
  readonly #known = new Map<number, Known>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Which of the users can see a post. */
  async of(postId: number, users: number[]): Promise<ReadonlySet<number>> {
    const now = performance.now();
    const known = this.#known.get(postId);
    if (!known || now - known.at > believedMs) {
      this.#keep(postId, { at: now, sees: null });
      return postReaders(this.#ctx, users, postId);
    }
    known.sees ??= new Map();
    const { sees } = known;
    const unknown = users.filter((userId) => !sees.has(userId));
    if (unknown.length > 0) {
      const seeing = await postReaders(this.#ctx, unknown, postId);
      for (const userId of unknown) sees.set(userId, seeing.has(userId));
    }
    return new Set(users.filter((userId) => sees.get(userId)));
  }

  /** The post was changed, so its entry is dropped. */
  forget(postId: number): void {
    this.#known.delete(postId);
  }

  #keep(postId: number, known: Known): void {
    this.#known.delete(postId);
    const oldest = this.#known.size >= mostPosts ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(postId, known);
  }
}
