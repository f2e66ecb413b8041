import { AsyncLocalStorage } from 'node:async_hooks';
import type { LimitRule } from './ports.ts';

/** The origin of some work, for log lines and for the jobs that it records. */
export interface Trail {
  /** The request that started it; undefined for scheduled work. */
  requestId?: string | undefined;
  /** Its position in a trace, in the format of W3C's traceparent. */
  traceparent?: string | undefined;
  /** The job that is running. */
  job?: string | undefined;
  /** The limits counted during the call, by name. */
  counts?: Map<string, Count> | undefined;
}

/** What remains of a rate limit after a call was counted. */
export interface Count {
  rule: LimitRule;
  remaining: number;
  /** Seconds until it resets. */
  seconds: number;
}

const storage = new AsyncLocalStorage<Trail>();

/** Runs work, and everything it calls and awaits, under a trail. */
export const alongTrail = <T>(trail: Trail, work: () => T): T => storage.run(trail, work);

/** Records a count for the response headers. */
export function noteCount(count: Count): void {
  const trail = storage.getStore();
  if (!trail || (count.rule.hiddenUntilExhausted && count.remaining > 0)) return;
  trail.counts ??= new Map();
  trail.counts.set(count.rule.name, count);
}

export const currentTrail = (): Trail | undefined => storage.getStore();

/** The trail of a job that is recorded now, for the SQL function record_job; null if unknown. */
export function trailOfJob(): Trail | null {
  const { requestId, traceparent } = storage.getStore() ?? {};
  return requestId === undefined && traceparent === undefined ? null : { requestId, traceparent };
}

/** Separates a queued job's payload from the trail that record_job added. */
export function takeTrail(queued: unknown): { payload: object; trail: Trail } {
  const { trail, ...payload } = { ...(queued as { trail?: Trail } | null) };
  return { payload, trail: { ...trail } };
}
