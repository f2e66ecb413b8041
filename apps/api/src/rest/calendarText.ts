import { setImmediate as nextIteration } from 'node:timers/promises';
import { endOf, isAllDay, lastDay, type PostView, wallTime } from '@kith/contracts';
import { readLastServerSettings } from '@kith/domain';
import type { Deps } from '../deps.ts';
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

/** The maximum length of a line in octets. */
const lineOctets = 75;

/** Breaks a line after at most 75 octets, never inside of a character. The library's own function takes seconds for a long feed. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= lineOctets) return line;
  let [text, from, octets] = ['', 0, 0];
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets + size > lineOctets) {
      text += `${line.slice(from, at)}\r\n `;
      [from, octets] = [at, 1];
    }
    octets += size;
    at += size === 4 ? 2 : 1;
  }
  return text + line.slice(from);
}

/**
 * Writes a calendar file (iCalendar, RFC 5545) with the events of these posts. Each is written in an iteration of the event loop of
 * its own, so that a long calendar does not hold up other requests.
 */
export async function calendarOf({ domain, settings }: Deps, posts: PostView[], isFeed: boolean): Promise<string> {
  const { name } = await readLastServerSettings(domain);
  const { publicUrl } = settings;
  // The library is loaded at first use, because few members use calendar files.
  const { default: ical, ICalEventStatus } = await import('ical-generator');
  const calendar = ical({
    prodId: { company: 'Kith', product: 'Kith' },
    ...(isFeed && { name, ttl: refreshSeconds }),
  });
  const [end, ...head] = calendar.toString().split('\r\n').reverse();
  let body = '';
  for (const { postId, caption, event, createdAt } of posts) {
    if (!event) continue;
    await nextIteration();
    const text = caption.replace(forbidden, ' ');
    const url = `${publicUrl}/post/${postId}`;
    const answered = event.mine === 'maybe' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
    const written = calendar.createEvent({
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
    body += written.toString().split('\r\n').map(folded).join('\r\n');
  }
  return [...head.reverse(), body + end].join('\r\n');
}
