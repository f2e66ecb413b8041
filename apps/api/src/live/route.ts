import { allCalls, limit, limitMember, Refusal, requireScope } from '@kith/domain';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { anyOrigin, isByToken } from '../plugins/cors.ts';
import { limitHeaders } from '../plugins/rateLimit.ts';
import { requestContext } from '../request/context.ts';

/** Only the necessary headers, in one shared object: Node keeps the headers in memory as long as the stream is open. */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** The longest id of an event that a client may send. */
const maxIdLength = 40;

/**
 * The message after which the stream resumes. EventSource sends the id of its last event as a header when it reconnects; a new
 * EventSource can send it only in the address. Null without such an id. Throws BAD_REQUEST.
 */
function positionOf({ headers }: FastifyRequest, inAddress: unknown): number | null {
  const last = headers['last-event-id'] ?? inAddress ?? '';
  if (typeof last !== 'string' || last.length > maxIdLength) throw new TRPCError({ code: 'BAD_REQUEST' });
  return /^\d{1,15}$/.test(last) ? Number(last) : null;
}

/**
 * Opens a stream of server-sent events. It is not awaited, because Fastify would keep request and reply until its end; for the
 * same reason the headers, a seventh of a stream's memory, are dropped.
 */
async function openStream(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  position: number | null,
  directNames: boolean,
): Promise<FastifyReply> {
  const { domain, session, browser } = await requestContext(deps, request, reply);
  await (session ? limitMember(domain, allCalls, session) : limit(domain, allCalls, `address:${browser.address}`));
  if (!session) throw new Refusal('unauthenticated');
  requireScope(session, 'read', 'messages');
  const response = reply.raw;
  const stream = deps.streams.open(session, position, response);
  stream.directNames = directNames;
  reply.hijack();
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const shared = { ...(isByToken(request) && anyOrigin), 'x-request-id': request.id };
  response.writeHead(200, { ...headers, ...shared, ...limitHeaders() });
  response.write(': connected\n\n');
  // Events from now on wait for the replay, so that none between the two is lost.
  stream.replay();
  if (response.destroyed) stream.end();
  request.raw.rawHeaders = [];
  request.raw.headers = {};
  return reply;
}

/**
 * Serves `GET /stream`: the caller's live events, missed messages first. With `chats=true` events of direct chats have the names of
 * those of groups. A refused call gets an error status.
 */
export function serveStream(app: FastifyInstance, deps: Deps): void {
  app.get('/stream', { exposeHeadRoute: false }, async (request, reply) => {
    const { lastEventId, chats } = request.query as { lastEventId?: unknown; chats?: unknown };
    return openStream(deps, request, reply, positionOf(request, lastEventId), chats !== 'true');
  });
}
