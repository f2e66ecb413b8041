import * as z from 'zod/mini';
import { count, givenTime, id, key, requiredText, time } from './common.ts';
import { maxLengths, maxPollOptions } from './lengths.ts';

/** The poll of a post or a message, whose text is the question. */
export const poll = z.object({
  id,
  multiple: z.boolean(),
  /** Whether everybody who sees the poll sees who chose what; otherwise nobody does. */
  named: z.boolean(),
  /** When the poll closes; null if its author closes it. */
  closesAt: z.nullable(time),
  closed: z.boolean(),
  /** The number of members who have voted. */
  voters: count,
  /** `votes` is null until the caller has voted or the poll is closed; its author always sees the numbers. */
  options: z.array(z.object({ id, text: z.string(), votes: z.nullable(count), mine: z.boolean() })),
});
export type PollView = z.output<typeof poll>;

const flag = z.optional(z.boolean(key('invalid-input')));

/** A new poll. */
export const pollInput = z.object({
  options: z
    .array(requiredText(maxLengths.pollOption, 'invalid-input', 'invalid-input'), key('invalid-input'))
    .check(z.minLength(2, key('invalid-input')), z.maxLength(maxPollOptions, key('invalid-input'))),
  multiple: flag,
  named: flag,
  closesAt: z.nullish(givenTime),
});
export type PollInput = z.output<typeof pollInput>;
