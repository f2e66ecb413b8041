import { type Context, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Settings } from '../settings.ts';
import { withTimeout } from './readiness.ts';
import type { Tracer } from './tracing.ts';

const kinds = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** How spans are batched: sizes as numbers of spans, times in milliseconds. */
const batch = {
  maxQueueSize: 4_096,
  maxExportBatchSize: 512,
  scheduledDelayMillis: 2_000,
  exportTimeoutMillis: 10_000,
};

/** How long the process waits at exit for a collector that does not answer, in milliseconds. */
const closeWithin = 1_000;

/** Sends spans as OTLP over HTTP, in JSON. */
export function startTracer(settings: NonNullable<Settings['traces']>, name: string): Tracer {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const ratio = new TraceIdRatioBasedSampler(settings.ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName ?? `kith-${name}` }),
    // A caller can set the trace id but not the sampling decision: every process keeps the same share of all trace ids.
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio, remoteParentNotSampled: ratio }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: settings.url }), ...batch })],
  });
  const tracer = provider.getTracer('kith');

  return {
    span(name, kind, { parent, startedAt, attributes }, work) {
      const below = parent === undefined ? context.active() : (contextOf(parent) ?? ROOT_CONTEXT);
      const begins = kind === 'server' || kind === 'consumer';
      if (!begins && !trace.getSpanContext(below)) return work({ set: () => {}, fail: () => {} });
      const options = {
        kind: kinds[kind],
        ...(startedAt && { startTime: startedAt }),
        ...(attributes && { attributes }),
      };
      const span = tracer.startSpan(name, options, below);
      const failed = () => void span.setStatus({ code: SpanStatusCode.ERROR });
      const open = { set: (more: Record<string, string | number>) => void span.setAttributes(more), fail: failed };
      return context.with(trace.setSpan(below, span), async () => {
        try {
          return await work(open);
        } catch (error) {
          failed();
          throw error;
        } finally {
          span.end();
        }
      });
    },

    traceparent() {
      const at = trace.getSpanContext(context.active());
      return at && `00-${at.traceId}-${at.spanId}-${at.traceFlags.toString(16).padStart(2, '0')}`;
    },

    async close() {
      await withTimeout(closeWithin, provider.shutdown()).catch(() => {});
    },
  };
}

function contextOf(traceparent: string): Context | null {
  const [, traceId = '', spanId = '', flags = ''] =
    /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  if (!traceId || traceparent.startsWith('ff')) return null;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
  });
}
