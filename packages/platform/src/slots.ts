import { Refusal } from '@kith/domain';

interface Usage {
  running: number;
  queue: (() => void)[];
}

interface SlotsOptions {
  /** The number of tasks of one member that may wait for a slot. */
  maxQueued?: number;
  /** After how many seconds a refused caller may retry; the refusal contains it. */
  retryAfterSeconds?: number;
}

/**
 * Limits how many tasks of one member run concurrently in this process. Each member has separate slots, so no member can occupy
 * another member's.
 */
export class Slots {
  readonly #members = new Map<number, Usage>();
  readonly #perMember: number;
  readonly #maxQueued: number;
  readonly #retryAfterSeconds: number;

  constructor(perMember: number, { maxQueued = 0, retryAfterSeconds = 5 }: SlotsOptions = {}) {
    this.#perMember = perMember;
    this.#maxQueued = maxQueued;
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  /** Slots in use by all members together. */
  get size(): number {
    let size = 0;
    for (const { running } of this.#members.values()) size += running;
    return size;
  }

  /**
   * Acquires a slot: returns nothing when one is free, otherwise a promise to wait for. Throws `rate-limited` when too many are
   * waiting.
   */
  take(userId: number): Promise<void> | undefined {
    const member = this.#members.get(userId);
    if (!member) {
      this.#members.set(userId, { running: 1, queue: [] });
      return undefined;
    }
    if (member.running < this.#perMember) {
      member.running += 1;
      return undefined;
    }
    if (member.queue.length >= this.#maxQueued)
      throw new Refusal('rate-limited', { retryAfterSeconds: this.#retryAfterSeconds });
    return new Promise((resolve) => member.queue.push(resolve));
  }

  /** Releases the slot, or passes it to the next waiting task, which leaves the count unchanged. */
  release(userId: number): void {
    const member = this.#members.get(userId);
    if (!member) return;
    const next = member.queue.shift();
    if (next) next();
    else if (member.running > 1) member.running -= 1;
    else this.#members.delete(userId);
  }

  async run<T>(userId: number, task: () => Promise<T>): Promise<T> {
    const wait = this.take(userId);
    if (wait) await wait;
    try {
      return await task();
    } finally {
      this.release(userId);
    }
  }
}
