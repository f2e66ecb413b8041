import { Refusal } from '@kith/domain';

/** Calls of one user that a process works on at once: half of its connections, so that the others always get through. */
const atOnce = 4;

/** Calls of one user that may wait; a screen makes eight, and ten tabs may come back together. */
const mayWait = 100;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/** No user's calls, however many and however heavy, keep those of the others waiting. Each process counts for itself. */
export class Turns {
  readonly #lines = new Map<number, Line>();

  take(userId: number): Promise<void> | undefined {
    const line = this.#lines.get(userId);
    if (!line) {
      this.#lines.set(userId, { running: 1, waiting: [] });
      return undefined;
    }
    if (line.running < atOnce) {
      line.running += 1;
      return undefined;
    }
    if (line.waiting.length >= mayWait) throw new Refusal('rate-limited', { retryAfterSeconds: 1 });
    return new Promise((resolve) => line.waiting.push(resolve));
  }

  end(userId: number): void {
    const line = this.#lines.get(userId);
    if (!line) return;
    const next = line.waiting.shift();
    // The turn is handed on: as many are at work as before.
    if (next) next();
    else if (line.running > 1) line.running -= 1;
    else this.#lines.delete(userId);
  }
}
