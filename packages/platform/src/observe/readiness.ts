/** How long an answer is cached for further probes, in milliseconds. */
const cacheMs = 1_000;

/** Time-out of one check, in milliseconds. */
const timeoutMs = 3_000;

/** Rejects when the work takes longer than `ms` milliseconds; the work itself is not cancelled. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * The check behind /readyz. It runs at most once a second however many probes ask. Rejects as `check` does, or after three
 * seconds without an answer.
 */
export function readiness<T>(check: () => Promise<T>): () => Promise<T> {
  let last: { at: number; ready: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > cacheMs)
      last = { at: performance.now(), ready: withTimeout(timeoutMs, check()) };
    return last.ready;
  };
}
