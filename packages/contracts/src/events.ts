import * as z from 'zod/mini';
import { count, givenTime, id, key, optionalText, pageInput, time, timeZone } from './common.ts';
import { maxLengths } from './lengths.ts';

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

/** The date and place of a new event. The operation checks that the times are in order and within the years to come. */
export const eventInput = z.object({
  startsAt: givenTime,
  endsAt: z.nullish(givenTime),
  timeZone,
  place: z.nullish(optionalText(maxLengths.location, 'location-too-long')),
});
export type EventInput = z.output<typeof eventInput>;

/** The changed date and place of an event; `cancelled` says whether it takes place. */
export const changedEventInput = z.extend(eventInput, { cancelled: z.optional(z.boolean(key('invalid-input'))) });

export const answerInput = z.object({ postId: id, answer: z.nullable(eventAnswer) });
export const answersInput = z.extend(pageInput, { postId: id, answer: z.optional(eventAnswer) });
