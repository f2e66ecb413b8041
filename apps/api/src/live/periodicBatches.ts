/**
 * Runs a task for each of many keys once per period, in batches spread evenly over it: all ten thousand streams at once would
 * block the process for a quarter of a second.
 */
export class PeriodicBatches<T> {
  readonly #parts: readonly Set<T>[];
  readonly close: () => void;

  constructor(periodMs: number, parts: number, take: (due: ReadonlySet<T>) => void) {
    this.#parts = Array.from({ length: parts }, () => new Set<T>());
    let next = 0;
    const timer = setInterval(() => {
      const due = this.#part(next);
      next = (next + 1) % parts;
      if (due.size > 0) take(due);
    }, periodMs / parts);
    timer.unref();
    this.close = () => clearInterval(timer);
  }

  /** `key` decides the batch; equal keys are in the same one. */
  add(each: T, key: number): void {
    this.#part(key).add(each);
  }

  delete(each: T, key: number): void {
    this.#part(key).delete(each);
  }

  #part(key: number): Set<T> {
    return this.#parts[key % this.#parts.length] as Set<T>;
  }
}
