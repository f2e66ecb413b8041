import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Log, Mailer } from '@kith/domain';
import { type JobWatch, type Metrics, readiness, type Settings, secretMatcher, type Tracer } from '@kith/platform';
import type { Imager } from './images/imager.ts';
import { UnreadableImage } from './images/protocol.ts';

/** Metrics of workers only. */
export interface WorkerMetrics {
  jobWaited(job: string, seconds: number): void;
  jobDone(job: string, outcome: 'done' | 'failed', seconds: number): void;
  imageMade(outcome: 'made' | 'unreadable' | 'error', seconds: number): void;
  mail(outcome: 'sent' | 'failed'): void;
}

/** Registers the worker's metrics. */
export function workerMetrics(metrics: Metrics): WorkerMetrics {
  const waited = metrics.seconds(
    'kith_job_wait_seconds',
    'How long a job waited for its first try, from when it could have begun',
    ['job'],
  );
  const seconds = metrics.seconds('kith_job_seconds', 'Time of one try at a job, by outcome', ['job', 'outcome']);
  const images = metrics.seconds('kith_image_seconds', 'Time to make the pictures of one upload, by outcome', [
    'outcome',
  ]);
  const mails = metrics.counter({ name: 'kith_mails_total', help: 'Mails, by outcome', labelNames: ['outcome'] });
  // The counters start at zero, because Prometheus sees no increase when a series first appears with the value 1.
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  for (const outcome of ['made', 'unreadable', 'error']) images.zero({ outcome });
  return {
    jobWaited: (job, time) => waited.observe({ job }, time),
    jobDone: (job, outcome, time) => seconds.observe({ job, outcome }, time),
    imageMade: (outcome, time) => images.observe({ outcome }, time),
    mail: (outcome) => mails.inc({ outcome }),
  };
}

/** Runs the work, and reports its error (null if it succeeds) and its duration in seconds. */
async function timed<T>(work: () => Promise<T>, report: (error: unknown, seconds: number) => void): Promise<T> {
  const start = performance.now();
  try {
    const result = await work();
    report(null, (performance.now() - start) / 1_000);
    return result;
  } catch (error) {
    report(error, (performance.now() - start) / 1_000);
    throw error;
  }
}

/** Records every job in metrics and traces, if they are switched on. */
export const watchJobs =
  (metrics: WorkerMetrics | null, tracer: Tracer | null): JobWatch =>
  (job, work) => {
    if (job.waited !== null) metrics?.jobWaited(job.name, job.waited);
    const counted = () =>
      timed(work, (error, seconds) => metrics?.jobDone(job.name, error === null ? 'done' : 'failed', seconds));
    if (!tracer) return counted();
    const { requestId, traceparent } = job.traceContext;
    const attributes = {
      'kith.job_id': job.id,
      'kith.attempt': job.attempt,
      ...(requestId !== undefined && { 'kith.request_id': requestId }),
    };
    return tracer.span(job.name, 'consumer', { parent: traceparent ?? '', attributes }, counted);
  };

const countedImage = <T>(work: () => Promise<T>, metrics: WorkerMetrics): Promise<T> =>
  timed(work, (error, seconds) =>
    metrics.imageMade(error === null ? 'made' : error instanceof UnreadableImage ? 'unreadable' : 'error', seconds),
  );

export const watchImager = (imager: Imager, metrics: WorkerMetrics): Imager => ({
  make: (request) => countedImage(() => imager.make(request), metrics),
  makeMedia: (request) => countedImage(() => imager.makeMedia(request), metrics),
  close: () => imager.close(),
});

export const watchMailer = (mailer: Mailer, metrics: WorkerMetrics): Mailer => ({
  send: (mail) =>
    timed(
      () => mailer.send(mail),
      (error) => metrics.mail(error === null ? 'sent' : 'failed'),
    ),
});

interface StatusOptions {
  settings: Pick<Settings, 'host' | 'workerPort' | 'metricsToken'>;
  metrics: Metrics | null;
  log: Log;
  /** Rejects while the database or the queue is unavailable. */
  checkReady(): Promise<void>;
}

/** Serves /healthz, /readyz and /metrics of a worker on WORKER_PORT; returns null if that is not set. Throws EADDRINUSE. */
export async function serveStatus({ settings, metrics, log, checkReady }: StatusOptions): Promise<Server | null> {
  const { host, workerPort, metricsToken } = settings;
  if (workerPort === null) return null;
  const isToken = metricsToken === null ? () => false : secretMatcher(`Bearer ${metricsToken}`);
  const ready = readiness(checkReady);
  const paths: Record<string, (token: string | undefined, response: ServerResponse) => Promise<unknown>> = {
    '/healthz': async (_, response) => json(response, 200, { status: 'ok' }),
    '/readyz': (_, response) =>
      ready().then(
        () => json(response, 200, { status: 'ready' }),
        (err: unknown) => {
          log.error({ err }, 'not ready');
          json(response, 503, { status: 'not ready' });
        },
      ),
    ...(metrics && {
      '/metrics': async (token, response) => {
        if (!isToken(token))
          return json(response, 401, { success: false, message: 'A token is needed', code: 'unauthenticated' });
        const { type, body } = await metrics.text();
        return response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
      },
    }),
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = request.method === 'GET' && Object.hasOwn(paths, path) ? paths[path] : undefined;
    if (!answer) return json(response, 404, { success: false, message: 'Not found', code: 'not-found' });
    return void answer(request.headers.authorization, response).catch((err: unknown) => {
      log.error({ err }, 'request failed');
      json(response, 500, { success: false, message: 'Something went wrong', code: 'internal' });
    });
  });
  server.unref();
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(workerPort, host, done);
  });
  return server;
}

function json(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(JSON.stringify(body));
}
