import { allCalls, limit, limitMember, listCalendar, Refusal, readPost, requireScope } from '@kith/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { limitAddress } from '../request/address.ts';
import { requestContext } from '../request/context.ts';
import { calendarOf } from './calendarText.ts';

const send = (reply: FastifyReply, body: string) =>
  reply.header('cache-control', 'private, no-store').type('text/calendar; charset=utf-8').send(body);

/** Serves the calendar file of one event to those who may see it, and a member's feed to whoever has its address. */
export function serveCalendars(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { postId: string } }>('/posts/:postId/event.ics', async (request, reply) => {
    const { domain, session } = await requestContext(deps, request, reply);
    if (!session) throw new Refusal('unauthenticated');
    requireScope(session, 'read');
    await limitMember(domain, allCalls, session);
    const postId = /^[1-9]\d{0,14}$/.test(request.params.postId) ? Number(request.params.postId) : 0;
    const post = await readPost(domain, session, { postId });
    if (!post.event) throw new Refusal('not-found');
    const body = await calendarOf(deps, [post], false);
    return send(reply.header('content-disposition', `attachment; filename="event-${postId}.ics"`), body);
  });

  app.get<{ Querystring: { token?: string | string[] } }>('/events.ics', async (request, reply) => {
    await limit(deps.domain, allCalls, `address:${limitAddress(request.ip)}`);
    const token = String(request.query.token ?? '');
    if (!/^[\w-]{43}$/.test(token)) throw new Refusal('not-found');
    return send(reply, await calendarOf(deps, await listCalendar(deps.domain, token), true));
  });
}
