import type { Database, Handle } from '@kith/db';

export type SpanKind = 'server' | 'internal' | 'client' | 'consumer';

export interface SpanOptions {
  /** The traceparent of the parent span; an invalid one counts as none. */
  parent?: string | undefined;
  /** When the span began, in milliseconds since 1970; by default it begins now. */
  startedAt?: number;
  attributes?: Record<string, string | number>;
}

/** Records spans and sends them to a collector. */
export interface Tracer {
  /**
   * Runs the work in a span, a child of the current span. Only servers and consumers begin a trace; work outside of a trace is
   * not recorded. A rejection marks the span as failed.
   */
  span<T>(name: string, kind: SpanKind, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** The current span as a W3C `traceparent` header. */
  traceparent(): string | undefined;
  /** Sends the spans that are still buffered. */
  close(): Promise<void>;
}

export interface OpenSpan {
  set(attributes: Record<string, string | number>): void;
  fail(): void;
}

/** The same database with spans for its statements and transactions. */
export function traceDatabase(db: Database, tracer: Tracer | null): Database {
  if (!tracer) return db;
  const attributesOf = (name: string) => ({ attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name } });
  const traced = <H extends Handle>(handle: H): H => ({
    ...handle,
    run: (statement, params) =>
      tracer.span(statement.name, 'client', attributesOf(statement.name), () => handle.run(statement, params)),
  });
  return {
    ...traced(db),
    transaction: (work) =>
      tracer.span('transaction', 'client', attributesOf('transaction'), () => db.transaction((tx) => work(traced(tx)))),
  };
}
