import { AsyncLocalStorage } from 'node:async_hooks';

/** What work follows from: goes with it into log lines, and with the jobs that it queues. */
export interface Trail {
  /** The request by which it began; nothing for what runs by the clock. */
  requestId?: string | undefined;
  /** Its place in a trace, in the form of W3C's header. */
  traceparent?: string | undefined;
  /** The job that is being done. */
  job?: string | undefined;
}

const storage = new AsyncLocalStorage<Trail>();

/** Does work, and all that it calls and awaits, under a trail. */
export const alongTrail = <T>(trail: Trail, work: () => T): T => storage.run(trail, work);

export const currentTrail = (): Trail | undefined => storage.getStore();

/** What a job that is recorded now follows from, for the SQL function record_job; null where that is not known. */
export function trailOfJob(): Trail | null {
  const { requestId, traceparent } = storage.getStore() ?? {};
  return requestId === undefined && traceparent === undefined ? null : { requestId, traceparent };
}

/** Separates a queued job's payload from the trail that record_job added. */
export function takeTrail(queued: unknown): { payload: object; trail: Trail } {
  const { trail, ...payload } = { ...(queued as { trail?: Trail } | null) };
  return { payload, trail: { ...trail } };
}
