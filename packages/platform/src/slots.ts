import { Refusal } from '@kith/domain';

interface Member {
  running: number;
  waiting: (() => void)[];
}

interface SlotsOptions {
  /** Tasks of one member that may wait for a slot. */
  mayWait?: number;
  /** What a refused caller is told. */
  retryAfterSeconds?: number;
}

/**
 * Limits how many tasks of one member run at the same time, in this process. Members do not share slots: one who stalls, or
 * comes with many, blocks nobody else.
 */
export class Slots {
  readonly #members = new Map<number, Member>();
  readonly #each: number;
  readonly #mayWait: number;
  readonly #retryAfterSeconds: number;

  constructor(each: number, { mayWait = 0, retryAfterSeconds = 5 }: SlotsOptions = {}) {
    this.#each = each;
    this.#mayWait = mayWait;
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  /** Slots in use, of all members together. */
  get size(): number {
    let size = 0;
    for (const { running } of this.#members.values()) size += running;
    return size;
  }

  /** Takes a slot: nothing is the answer when one is free, otherwise what to wait for. Throws `rate-limited` when none may wait. */
  take(userId: number): Promise<void> | undefined {
    const member = this.#members.get(userId);
    if (!member) {
      this.#members.set(userId, { running: 1, waiting: [] });
      return undefined;
    }
    if (member.running < this.#each) {
      member.running += 1;
      return undefined;
    }
    if (member.waiting.length >= this.#mayWait)
      throw new Refusal('rate-limited', { retryAfterSeconds: this.#retryAfterSeconds });
    return new Promise((resolve) => member.waiting.push(resolve));
  }

  /** Gives the slot back, or to the next that waits, so that the count does not change. */
  release(userId: number): void {
    const member = this.#members.get(userId);
    if (!member) return;
    const next = member.waiting.shift();
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
