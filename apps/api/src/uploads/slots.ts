import { Refusal } from '@kith/domain';

/**
 * Limits how many tasks of one member run at the same time. Members do not share slots, so one who stalls blocks nobody
 * else.
 */
export class Slots {
  readonly #taken = new Map<number, number>();
  readonly #each: number;

  constructor(each: number) {
    this.#each = each;
  }

  /** Slots in use, of all members together. */
  get size(): number {
    let size = 0;
    for (const taken of this.#taken.values()) size += taken;
    return size;
  }

  /** Runs the task in a slot of the member's. Throws `rate-limited` while all of them are taken. */
  async run<T>(member: number, task: () => Promise<T>): Promise<T> {
    const taken = this.#taken.get(member) ?? 0;
    if (taken >= this.#each) throw new Refusal('rate-limited', { retryAfterSeconds: 5 });
    this.#taken.set(member, taken + 1);
    try {
      return await task();
    } finally {
      const left = (this.#taken.get(member) ?? 1) - 1;
      if (left > 0) this.#taken.set(member, left);
      else this.#taken.delete(member);
    }
  }
}
