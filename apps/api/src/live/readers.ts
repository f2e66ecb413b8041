import { type Context, postReaders } from '@kith/domain';

/** For how many milliseconds it is believed who sees a post: whoever loses the sight of it hears no more after that. */
const believedMs = 5_000;
const mostPosts = 10_000;

interface Known {
  at: number;
  asked: Set<number>;
  readers: Set<number>;
}

/** Who sees the posts that are on screens, asked once in a while: a post that everybody likes has many events a second. */
export class Readers {
  readonly #ctx: Context;
  readonly #known = new Map<number, Known>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Which of the users see a post. */
  async of(postId: number, users: number[]): Promise<ReadonlySet<number>> {
    const now = Date.now();
    let known = this.#known.get(postId);
    if (!known || now - known.at > believedMs) {
      known = { at: now, asked: new Set(), readers: new Set() };
      this.#keep(postId, known);
    }
    const { asked, readers } = known;
    const unknown = users.filter((userId) => !asked.has(userId));
    if (unknown.length > 0) {
      for (const userId of await postReaders(this.#ctx, unknown, postId)) readers.add(userId);
      for (const userId of unknown) asked.add(userId);
    }
    return readers;
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
