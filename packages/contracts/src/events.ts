import * as z from 'zod/mini';
import { count, givenTime, id, key, optionalText, pageInput, time, timeZone } from './common.ts';
import { maxLengths } from './lengths.ts';
import { userListItem } from './users.ts';

/** Whether a member comes to an event. */
export const eventAnswer = z.enum(['yes', 'maybe', 'no'], key('invalid-input'));
export type EventAnswer = z.output<typeof eventAnswer>;

/** A post's date and place. An event that begins and ends at midnight in its time zone takes whole days. */
export const event = z.object({
  startsAt: time,
  endsAt: z.nullable(time),
  /** The IANA name of the zone in which the event takes place. */
  timeZone: z.string(),
  place: z.nullable(z.string()),
  cancelledAt: z.nullable(time),
  /** The numbers of members by their answer. */
  answers: z.object({ yes: count, maybe: count, no: count }),
  /** The caller's answer. */
  mine: z.nullable(eventAnswer),
});
export type EventView = z.output<typeof event>;

/** The event of a post in a chat. It has no answer of the caller, because live events carry it to several members. */
export const eventCard = z.omit(event, { mine: true });
export type EventCardView = z.output<typeof eventCard>;

/** A member who has answered an event. */
export const eventGuest = z.extend(userListItem, { answer: eventAnswer });
export type EventGuest = z.output<typeof eventGuest>;

/** The caller's calendar feed: when its address was made. Null without one. */
export const calendarFeed = z.nullable(z.object({ createdAt: time }));
export type CalendarFeedView = z.output<typeof calendarFeed>;

/** The new address of the caller's calendar feed. This response alone contains it. */
export const calendarAddress = z.object({ createdAt: time, url: z.string() });
export type CalendarAddress = z.output<typeof calendarAddress>;

/** The date and place of a new event. The operation checks that the times are in order and within the years to come. */
export const eventInput = z.object({
  startsAt: givenTime,
  endsAt: z.nullish(givenTime),
  timeZone,
  place: z.nullish(optionalText(maxLengths.location, 'location-too-long')),
});
export type EventInput = z.output<typeof eventInput>;

/** The changed date and place of an event, in place of all earlier ones; `cancelled` says whether it is called off. */
export const changedEventInput = z.extend(eventInput, { cancelled: z.optional(z.boolean(key('invalid-input'))) });

export const answerInput = z.object({ postId: id, answer: z.nullable(eventAnswer) });
export const answersInput = z.extend(pageInput, { postId: id, answer: z.optional(eventAnswer) });
