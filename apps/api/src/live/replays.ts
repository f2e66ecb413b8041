import type { RateLimiter } from '@kith/domain';

type Slots = Pick<RateLimiter, 'acquireSlot' | 'releaseSlot'>;

/**
 * Replays what streams missed, one at a time per member and within the member's concurrency slots, so that twenty streams that
 * reconnect together cost no more than twenty calls in a row.
 */
export class Replays {
  readonly #limiter: Slots;
  readonly #last = new Map<number, Promise<unknown>>();

  constructor(limiter: Slots) {
    this.#limiter = limiter;
  }

  /** Runs `read` after the member's earlier replays. Throws `rate-limited` when too many calls of the member are waiting. */
  async run<T>(userId: number, read: () => Promise<T>): Promise<T> {
    const result = this.#runAfter(this.#last.get(userId), userId, read);
    const settled = result.catch(() => {});
    this.#last.set(userId, settled);
    try {
      return await result;
    } finally {
      if (this.#last.get(userId) === settled) this.#last.delete(userId);
    }
  }

  async #runAfter<T>(before: Promise<unknown> | undefined, userId: number, read: () => Promise<T>): Promise<T> {
    await before;
    const slot = this.#limiter.acquireSlot(userId);
    if (slot) await slot;
    try {
      return await read();
    } finally {
      this.#limiter.releaseSlot(userId);
    }
  }
}
