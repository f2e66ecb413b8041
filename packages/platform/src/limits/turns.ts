import { Refusal } from '@kith/domain';

/** Calls of one member that a process works on at once: half of its connections, so that the others always get through. */
const atOnce = 4;

/** Calls of one member that may wait; a screen makes eight, and ten tabs may come back together. */
const mayWait = 100;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Limits the concurrent calls of each member, so that one member's many or slow calls cannot use up all connections.
 * Per process.
 */
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
    // The turn passes to the next waiting call, so the count does not change.
    if (next) next();
    else if (line.running > 1) line.running -= 1;
    else this.#lines.delete(userId);
  }
}
