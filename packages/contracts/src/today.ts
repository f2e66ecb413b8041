import * as z from 'zod/mini';
import { timeZone } from './common.ts';
import { post } from './posts.ts';
import { userSummary } from './users.ts';

/** What is new today, for the top of Home: at most three of each. */
export const today = z.object({
  birthdays: z.array(userSummary),
  /** Events that begin or go on today, which the caller comes to, or which are the caller's or friends'. */
  events: z.array(post),
  /** Who joined within the last day, on a server that shows it. */
  joined: z.array(userSummary),
  /** Open polls of friends in which the caller has not voted. */
  polls: z.array(post),
  /** Own posts and those of friends of this day in the years before. */
  memories: z.array(post),
});
export type TodayView = z.output<typeof today>;

/** `timeZone` is the one of the caller's day; UTC if it is not given. */
export const todayInput = z.object({ timeZone: z.optional(timeZone) });
