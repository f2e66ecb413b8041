import { type Context, postReaders } from '@kith/domain';

/** For how many milliseconds it is believed who sees a post: whoever loses the sight of it hears no more after that. */
const believedMs = 5_000;
const mostPosts = 10_000;

interface Known {
  at: number;
  /** Who sees it and who does not, of those asked about since it was asked the second time. */
  sees: Map<number, boolean> | null;
}

/**
 * Who sees the posts that are on screens, asked once in a while: a post that everybody likes has many events a second. Of
 * one that was asked about only once nothing is kept but when.
 */
export class Readers {
  readonly #ctx: Context;
  readonly #known = new Map<number, Known>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Which of the users see a post. */
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

  /** The post was changed: who sees it is asked anew. */
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
