import { listCalendar, Refusal, readPost } from '@kith/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { limitPerAddress } from '../request/address.ts';
import { calendarOf } from './calendarText.ts';
import { idOf, requireCountedSession } from './images.ts';

const send = (reply: FastifyReply, body: string) =>
  reply.header('cache-control', 'private, no-store').type('text/calendar; charset=utf-8').send(body);

/** Serves the calendar file of one event to members who may see it, and a member's calendar feed to anybody who has its address. */
export function serveCalendars(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { postId: string } }>('/posts/:postId/event.ics', async (request, reply) => {
    const actor = await requireCountedSession(deps, request, reply, 'read');
    const postId = idOf(request.params.postId);
    const post = await readPost(deps.domain, actor, { postId });
    if (!post.event) throw new Refusal('not-found');
    const body = await calendarOf(deps, [post], false);
    return send(reply.header('content-disposition', `attachment; filename="event-${postId}.ics"`), body);
  });

  app.get<{ Querystring: { token?: string | string[] } }>('/events.ics', async (request, reply) => {
    await limitPerAddress(deps)(request);
    const token = String(request.query.token ?? '');
    if (!/^[\w-]{43}$/.test(token)) throw new Refusal('not-found');
    return send(reply, await calendarOf(deps, await listCalendar(deps.domain, token), true));
  });
}
