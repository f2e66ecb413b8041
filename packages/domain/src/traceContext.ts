import { AsyncLocalStorage } from 'node:async_hooks';
import type { LimitRule } from './ports.ts';

/** The origin of some work, for log lines and for the jobs that it records. */
export interface TraceContext {
  /** The request that started the work; undefined for scheduled work. */
  requestId?: string | undefined;
  /** The position of the work in a trace, in the format of W3C's traceparent. */
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
  /** Seconds until the count resets. */
  seconds: number;
}

const storage = new AsyncLocalStorage<TraceContext>();

/** Runs work, and everything it calls and awaits, in a trace context. */
export const withTraceContext = <T>(context: TraceContext, work: () => T): T => storage.run(context, work);

/** Records a count for the response headers. */
export function recordCount(count: Count): void {
  const context = storage.getStore();
  if (!context || (count.rule.hiddenUntilExhausted && count.remaining > 0)) return;
  context.counts ??= new Map();
  context.counts.set(count.rule.name, count);
}

export const currentTraceContext = (): TraceContext | undefined => storage.getStore();

/** The trace context of a job that is recorded now, for the SQL function record_job; null if unknown. */
export function traceContextForJob(): TraceContext | null {
  const { requestId, traceparent } = storage.getStore() ?? {};
  return requestId === undefined && traceparent === undefined ? null : { requestId, traceparent };
}

/**
 * Separates a queued job's payload from the trace context that record_job added, and from the id of the job's `record`,
 * which a queue that may lose jobs adds.
 */
export function splitJobData(queued: unknown): { payload: object; traceContext: TraceContext; record?: number } {
  const { traceContext, record, ...payload } = {
    ...(queued as { traceContext?: TraceContext; record?: number } | null),
  };
  return { payload, traceContext: { ...traceContext }, ...(record !== undefined && { record }) };
}
