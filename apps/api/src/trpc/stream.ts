import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type EventStream, procedures, sse, type TrackedItem } from '@kith/trpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { PeriodicBatches } from '../live/periodicBatches.ts';
import { anyOrigin, isByToken } from '../plugins/cors.ts';
import { limitHeaders } from '../plugins/rateLimit.ts';
import { requestContext } from '../request/context.ts';
import { failed, readQuery } from './calls.ts';

const connected = `event: connected\ndata: ${JSON.stringify(sse.client)}\n\n`;
const pinged = 'event: ping\ndata: \n\n';

/**
 * One ping timer for all open streams, which pings a batch of them at a time. tRPC's client reconnects when a stream is silent
 * for too long.
 */
const pings = new PeriodicBatches<ServerResponse>(sse.ping.intervalMs, 150, (due) => {
  for (const response of due) if (!response.writableNeedDrain) response.write(pinged);
});
let opened = 0;

/** Only the necessary headers, in one shared object: Node keeps the headers in memory as long as the stream is open. */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** The call's input with the position to resume from, which EventSource sends as Last-Event-ID when it reconnects. */
function inputOf(request: FastifyRequest): unknown {
  const input = readQuery(request);
  const last = request.headers['last-event-id'] ?? (request.query as { lastEventId?: unknown }).lastEventId;
  return last ? { ...(input as object | undefined), lastEventId: last } : input;
}

/** After how many milliseconds a browser reconnects when its process stops: random, so that not all reconnect at once. */
const reconnectDelayMs = () => Math.round(200 + Math.random() * 800);

const line = ([id, item]: TrackedItem): string => `id: ${id}\ndata: ${JSON.stringify(item)}\n\n`;

/**
 * Starts a subscription. The request's headers are dropped first: they would stay in memory as long as the socket is open, and
 * are a seventh of a stream's memory.
 */
async function subscribe(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  signal: AbortSignal,
): Promise<EventStream> {
  const ctx = await requestContext(deps, request, reply);
  const getRawInput = async () => inputOf(request);
  const call = { path, type: 'subscription', ctx, getRawInput, signal, batchIndex: 0 } as const;
  const items = await procedures.get(path)?.call(call);
  request.raw.rawHeaders = [];
  request.raw.headers = {};
  return items as EventStream;
}

/** Sends events until there are no more or the reader is gone, and ends the response. */
async function send(
  deps: Deps,
  subscribed: Promise<EventStream>,
  response: ServerResponse,
  { signal }: AbortController,
  call: { id: string; path: string },
): Promise<void> {
  try {
    const items = await subscribed;
    await items.deliverTo((item) => {
      const more = signal.aborted || response.write(line(item));
      return more ? undefined : once(response, 'drain', { signal });
    });
    if (!deps.shutdown.begun) return void response.end('event: return\ndata: \n\n');
    // At a shutdown the browser reconnects to another process, with the id of its last event. The response is cut off without its
    // final chunk: otherwise a proxy would reuse this connection at the very moment it closes.
    response.write(`retry: ${reconnectDelayMs()}\n\n`, () => response.socket?.destroySoon());
  } catch (thrown) {
    if (signal.aborted) return;
    const { error } = failed(deps, call, thrown, call.path, 'subscription').body;
    response.end(`event: serialized-error\ndata: ${JSON.stringify(error)}\n\n`);
  }
}

function untilClosed(response: ServerResponse): AbortController {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone;
}

function startResponse(response: ServerResponse, extraHeaders: Record<string, string>, firstChunk: string): void {
  opened += 1;
  const key = opened;
  response.once('close', () => pings.delete(response, key));
  response.writeHead(200, { ...headers, ...extraHeaders });
  response.write(firstChunk);
  pings.add(response, key);
}

/**
 * Answers a subscription with server-sent events in tRPC's format. tRPC's adapter creates a Request, a Response and four streams
 * for every subscription, 100 kB while it is open; this function keeps only the socket and the iterator. The stream is not
 * awaited, because Fastify would keep request and reply until the end.
 */
function answerStream(deps: Deps, request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const response = reply.hijack().raw;
  const gone = untilClosed(response);
  startResponse(response, { ...(isByToken(request) && anyOrigin), 'x-request-id': request.id }, connected);
  void send(deps, subscribe(deps, request, reply, path, gone.signal), response, gone, { id: request.id, path });
  return reply;
}

/** Serves the subscriptions under /trpc. */
export function serveStreams(app: FastifyInstance, deps: Deps): void {
  for (const [path, { type }] of procedures)
    if (type === 'subscription')
      app.get(`/trpc/${path}`, { exposeHeadRoute: false }, (request, reply) =>
        answerStream(deps, request, reply, path),
      );
}

/** Answers REST clients with plain server-sent events. A call that is refused gets an error status and the REST envelope. */
export async function answerRestStream(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<FastifyReply> {
  const response = reply.raw;
  const gone = untilClosed(response);
  const shared = { ...(isByToken(request) && anyOrigin), 'x-request-id': request.id };
  const items = await subscribe(deps, request, reply, path, gone.signal);
  reply.hijack();
  startResponse(response, { ...shared, ...limitHeaders() }, ': connected\n\n');
  void send(deps, Promise.resolve(items), response, gone, { id: request.id, path });
  return reply;
}
