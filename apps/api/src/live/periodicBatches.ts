/**
 * Runs a task for each of many entries once per period, in batches spread evenly over the period. Running the task for ten
 * thousand streams at once would block the process for a quarter of a second.
 */
export class PeriodicBatches<T> {
  readonly #batches: readonly Set<T>[];
  readonly close: () => void;

  constructor(periodMs: number, batches: number, run: (due: ReadonlySet<T>) => void) {
    this.#batches = Array.from({ length: batches }, () => new Set<T>());
    let next = 0;
    const timer = setInterval(() => {
      const due = this.#batchOf(next);
      next = (next + 1) % batches;
      if (due.size > 0) run(due);
    }, periodMs / batches);
    timer.unref();
    this.close = () => clearInterval(timer);
  }

  /** `key` decides the batch; entries with equal keys are in the same batch. */
  add(each: T, key: number): void {
    this.#batchOf(key).add(each);
  }

  delete(each: T, key: number): void {
    this.#batchOf(key).delete(each);
  }

  #batchOf(key: number): Set<T> {
    return this.#batches[key % this.#batches.length] as Set<T>;
  }
}
