// Long: starts a server and a worker; metrics.test.ts, tracing.test.ts and requestIds.test.ts assert what each reports by itself.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { freePort } from '@kith/platform/postgres';
import { parser } from '@prometheus-io/lezer-promql';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../scripts/lib/bootstrap.mjs';
import { type Fleet, type FleetProcess, startFleet } from '../fixtures/fleet.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

const token = 'a secret of Prometheus';
const spans: Span[] = [];
let collector: Server;
let fleet: Fleet;
let api: FleetProcess;
let worker: FleetProcess;
let alice: { token: string; id: number };

/** Starts an HTTP server that collects traces in the OTLP format, and returns its address. */
async function startCollector(): Promise<string> {
  collector = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    for (const { scopeSpans } of body.resourceSpans) spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end('{}');
  });
  await new Promise<void>((done) => void collector.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
}

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(api.origin + path, {
    method,
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    headers: {
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(alice && { authorization: `Bearer ${alice.token}` }),
      ...headers,
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of an answer is what it asserts
  const read: any = await answer.json();
  return { status: answer.status, id: answer.headers.get('x-request-id'), body: read };
}

async function upload(bytes: Buffer, headers: Record<string, string> = {}) {
  const post = await call('POST', '/posts', { userId: alice.id, caption: 'A picture' });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture.jpg');
  return call('POST', `/posts/${post.body.data.postId}/image`, form, headers);
}

const ask = ({ origin }: FleetProcess) =>
  fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.text());

/** Returns the name and the labels of each time series in a response of /metrics. */
const seriesOf = (text: string) =>
  [...text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gim)].map(([, name = '', labels = '']) => ({
    name,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]),
    ),
  }));

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
let picture: Awaited<ReturnType<typeof upload>>;
let broken: typeof picture;

beforeAll(async () => {
  fleet = await startFleet();
  const observed = { METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector() };
  api = await fleet.api(observed);
  worker = await fleet.worker({ ...observed, WORKER_PORT: String(await freePort()) });
  const user = { userName: 'alice', email: 'alice@kith.test', password: 'friends1!' };
  const made = await call('POST', '/users', user);
  const entered = await call('POST', '/auth/login', { identifier: 'alice', password: user.password });
  alice = { token: entered.body.data.token, id: made.body.data.userId };
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  picture = await upload(bytes, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  broken = await upload(Buffer.concat([bytes.subarray(0, 700), Buffer.alloc(20)]));
  await call('GET', '/trpc/feed.home?input={}');
  await call('GET', '/trpc/no.such?input={}');
  await call('GET', `/no/such/${alice.id}`);
});

afterAll(async () => {
  await fleet?.close();
  collector?.close();
});

describe('a request and the jobs that it records', () => {
  it('share an id in the log', async () => {
    // What takes a busy machine longer than five seconds is answered as being processed.
    expect(
      [
        [200, 202],
        [415, 202],
      ].map((each, n) => each.includes([picture, broken][n]?.status ?? 0)),
    ).toEqual([true, true]);
    const line = () => {
      const found = worker
        .output()
        .split('\n')
        .find((each) => each.includes('"image given up"'));
      return found && JSON.parse(found);
    };
    await expect.poll(line).toMatchObject({ name: 'worker', requestId: broken.id });
    expect(line()?.job).toMatch(/^images\.process /);
  });

  it('share a trace, starting in the calling browser: request, statements by name, job', async () => {
    const named = (name: string) => spans.find((span) => span.traceId === traceId && span.name === name);
    await expect.poll(() => named('images.process')).toBeDefined();
    await expect.poll(() => named('POST /posts/:postId/image')).toBeDefined();
    const request = named('POST /posts/:postId/image') as Span;
    expect(request.parentSpanId).toBe('00f067aa0ba902b7');
    expect(named('images.process')?.parentSpanId).toBe(request.spanId);
    expect(named('posts/byIds')?.parentSpanId).toBe(request.spanId);
    // Polls, because each process sends its spans in batches, at its own times.
    for (const name of ['feed.home', 'feed/home', 'pendingJobs/lease'])
      await expect.poll(() => spans.some((span) => span.name === name), { message: name }).toBe(true);
    const homeSpan = spans.find(({ name }) => name === 'feed.home');
    expect(spans.find(({ name }) => name === 'feed/home')?.parentSpanId).toBe(homeSpan?.spanId);
    expect(JSON.stringify(spans)).not.toMatch(/A picture|alice/);
  });
});

describe('a worker with WORKER_PORT', () => {
  it('reports that it is up and ready, and serves metrics with the token', async () => {
    const status = async (path: string, headers = {}) => (await fetch(worker.origin + path, { headers })).status;
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(200);
    expect(await status('/metrics')).toBe(401);
    expect(await status('/metrics', { authorization: `Bearer ${token}x` })).toBe(401);
    expect(await status('/')).toBe(404);
  });
});

describe('/metrics', () => {
  it('counts requests by route, calls by procedure, jobs by name, and pictures, with few values for each label', async () => {
    const jobs = 'kith_job_seconds_count{job="images.process",outcome="done"} 2';
    await expect.poll(() => ask(worker)).toContain(jobs);
    const [ofApi, ofWorker] = [await ask(api), await ask(worker)];
    for (const part of [
      `kith_request_seconds_count{method="POST",route="/posts/:postId/image",status="${picture.status}"} `,
      'kith_request_seconds_count{method="GET",route="none",status="404"} 1',
      'kith_call_seconds_count{procedure="feed.home",status="200"} 1',
      'kith_call_seconds_count{procedure="unknown",status="404"} 1',
      'kith_pool_size{pool="database"} 13',
      'kith_dependency_up{dependency="queue"} 1',
    ])
      expect(ofApi).toContain(part);
    for (const part of [
      'kith_image_seconds_count{outcome="made"} 1',
      'kith_image_seconds_count{outcome="unreadable"} 1',
      'kith_job_wait_seconds_count{job="images.process"} 2',
    ])
      expect(ofWorker).toContain(part);
    expect(ofApi).not.toMatch(/no\.such|alice/);
  });
});

/** Returns the metrics and labels that a PromQL query uses. */
function namesIn(query: string) {
  const text = query.replaceAll('$__rate_interval', '5m');
  const selectors: { name: string; matchers: { label: string; op: string; value: string }[] }[] = [];
  const grouped: string[] = [];
  let inGroup = false;
  parser.parse(text).iterate({
    enter({ name, type, from, to }) {
      const here = text.slice(from, to);
      if (type.isError) throw new Error(`${query} cannot be read at ${from}`);
      if (name === 'Identifier') selectors.push({ name: here, matchers: [] });
      if (name === 'GroupingLabels') inGroup = true;
      if (name === 'LabelName' && inGroup) grouped.push(here);
      if (name === 'LabelName' && !inGroup) selectors.at(-1)?.matchers.push({ label: here, op: '', value: '' });
      const matcher = selectors.at(-1)?.matchers.at(-1);
      if (name === 'MatchOp' && matcher) matcher.op = here;
      if (name === 'StringLiteral' && matcher) matcher.value = here.slice(1, -1);
    },
    leave({ name }) {
      if (name === 'GroupingLabels') inGroup = false;
    },
  });
  return { selectors, grouped };
}

/** The labels that Prometheus itself adds to every metric. */
const ofPrometheus = ['job', 'instance'];

describe('the example alerts and dashboard', () => {
  const rules: { expr: string; annotations: { summary: string } }[] = parse(
    readFileSync(join(root, 'deploy/prometheus/rules.yml'), 'utf8'),
  ).groups.flatMap(({ rules }: { rules: object[] }) => rules);
  const board = JSON.parse(readFileSync(join(root, 'deploy/grafana/kith.json'), 'utf8')) as {
    panels: { targets?: { expr: string; legendFormat: string }[] }[];
  };
  const panels = board.panels.flatMap(({ targets = [] }) => targets);
  const queries = [
    ...rules.map(({ expr, annotations }) => ({ expr, shown: [...annotations.summary.matchAll(/\$labels\.(\w+)/g)] })),
    ...panels.map(({ expr, legendFormat }) => ({ expr, shown: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)] })),
  ];

  it('use only existing metrics, labels and values', async () => {
    const series = [...seriesOf(await ask(api)), ...seriesOf(await ask(worker))];
    expect(queries.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const { expr, shown } of queries) {
      const { selectors, grouped } = namesIn(expr);
      const labels = new Set(ofPrometheus);
      for (const { name, matchers } of selectors) {
        const known = series.filter((each) => each.name === name);
        if (known.length === 0 && name !== 'up') wrong.push(`${expr}: there is no ${name}`);
        for (const each of known) for (const label of Object.keys(each.labels)) labels.add(label);
        for (const { label, op, value } of matchers) {
          const values = known.map((each) => each.labels[label]);
          const found = op === '=' ? values.includes(value) : values.some((each) => each !== undefined);
          if (!found && !(name === 'up' && label === 'job'))
            wrong.push(`${expr}: ${name} has no ${label}${op}${value}`);
        }
      }
      for (const label of [...grouped, ...shown.map(([, label = '']) => label)])
        if (!labels.has(label)) wrong.push(`${expr}: none of its metrics has the label ${label}`);
    }
    expect(wrong).toEqual([]);
  });

  it('are parsed by this test: the metrics and labels of a query are found', () => {
    const { selectors, grouped } = namesIn('sum by (le) (rate(kith_a_bucket{status=~"5..",of="b"}[$__rate_interval]))');
    expect(grouped).toEqual(['le']);
    expect(selectors).toEqual([
      {
        name: 'kith_a_bucket',
        matchers: [
          { label: 'status', op: '=~', value: '5..' },
          { label: 'of', op: '=', value: 'b' },
        ],
      },
    ]);
    expect(() => namesIn('sum by (')).toThrow(/cannot be read/);
  });

  const program = 'promtool';
  const promtool = (...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });

  it.skipIf(promtool('--version').error !== undefined)('are valid rules for promtool', () => {
    const { status, stderr } = promtool('check', 'rules', join(root, 'deploy/prometheus/rules.yml'));
    expect([status, stderr]).toEqual([0, '']);
  });
});
