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

/** A job's payload as it is queued: beside the payload itself, what it follows from, where that is known. */
export function withTrail(payload: object): Record<string, unknown> {
  const { requestId, traceparent } = storage.getStore() ?? {};
  return requestId === undefined && traceparent === undefined
    ? { ...payload }
    : { ...payload, trail: { requestId, traceparent } };
}

/** Takes apart what `withTrail` put together. */
export function takeTrail(queued: unknown): { payload: object; trail: Trail } {
  const { trail, ...payload } = { ...(queued as { trail?: Trail } | null) };
  return { payload, trail: { ...trail } };
}
