import { endOf, isAllDay, lastDay, type PostView, wallTime } from '@kith/contracts';
import {
  allCalls,
  limit,
  limitMember,
  listCalendar,
  Refusal,
  readLastServerSettings,
  readPost,
  requireScope,
} from '@kith/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { limitAddress } from '../request/address.ts';
import { requestContext } from '../request/context.ts';
import { shortened } from '../web/publicParts.ts';

/** How often calendar programs are asked to read a feed, in seconds. */
const refreshSeconds = 3_600;

/** Control characters, which the format forbids, except line breaks. */
const forbidden = /(?!\n)\p{Cc}/gu;

/** The day after a date such as `2027-01-31`: the format gives the end of whole days by the day that follows them. */
const dayAfter = (date: string): Date => new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000);

/** When an event takes place. Times are in UTC, so they are right whatever a program knows of time zones; whole days are dates. */
function timesOf(event: NonNullable<PostView['event']>) {
  if (!isAllDay(event)) return { start: new Date(event.startsAt), end: new Date(endOf(event)) };
  const first = wallTime(event.startsAt, event.timeZone).date;
  return { allDay: true, start: new Date(`${first}T00:00:00Z`), end: dayAfter(lastDay(event)) };
}

/** A calendar file (iCalendar, RFC 5545) of the events of these posts. */
async function calendarOf({ domain, settings }: Deps, posts: PostView[], isFeed: boolean): Promise<string> {
  const { name } = await readLastServerSettings(domain);
  const { publicUrl } = settings;
  // The library is loaded at first use, because few members use calendar files.
  const { default: ical, ICalEventStatus } = await import('ical-generator');
  const calendar = ical({
    prodId: { company: 'Kith', product: 'Kith' },
    ...(isFeed && { name, ttl: refreshSeconds }),
  });
  for (const { postId, caption, event, createdAt } of posts) {
    if (!event) continue;
    const text = caption.replace(forbidden, ' ');
    const url = `${publicUrl}/post/${postId}`;
    const answered = event.mine === 'maybe' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
    calendar.createEvent({
      id: `event-${postId}@${new URL(publicUrl).hostname}`,
      ...timesOf(event),
      stamp: domain.clock.now(),
      created: new Date(createdAt),
      summary: shortened(text.split('\n')[0] ?? '', 80) || name,
      description: `${text}\n${url}`,
      url,
      ...(event.place && { location: event.place.replace(forbidden, ' ') }),
      status: event.cancelledAt === null ? answered : ICalEventStatus.CANCELLED,
    });
  }
  return calendar.toString();
}

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
