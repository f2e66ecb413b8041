import * as z from 'zod/mini';
import { id, key, time, timeZone } from './common.ts';
import { postPicture } from './images.ts';

const yearPost = z.object({ postId: id, caption: z.string(), createdAt: time });

/** A month of a member's page of a year: at most twelve posts with their first picture, and five of words alone, in order of time. */
export const yearMonth = z.object({
  month: z.int(),
  pictures: z.array(z.extend(yearPost, { picture: postPicture })),
  texts: z.array(yearPost),
});

/** The caller's page of a year: none, in progress, or ready until `expiresAt`, without the months in which the caller posted nothing. */
export const yearPage = z.object({
  status: z.enum(['none', 'waiting', 'ready']),
  expiresAt: z.nullable(time),
  months: z.array(yearMonth),
});
export type YearView = z.output<typeof yearPage>;

const year = z
  .int(key('invalid-input'))
  .check(z.minimum(1970, key('invalid-input')), z.maximum(2200, key('invalid-input')));

export const yearInput = z.object({ year });
/** `timeZone` is the one in which months begin; UTC if it is not given. */
export const makeYearInput = z.extend(yearInput, { timeZone: z.optional(timeZone) });
