import * as z from 'zod/mini';
import { count, givenTime, id, key, pageInput, requiredText, seconds, time, yearSeconds } from './common.ts';
import { maxLengths, maxPollOptions } from './lengths.ts';
import { userListItem } from './users.ts';
import { look } from './visibleText.ts';

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
  options: z.array(requiredText(maxLengths.pollOption, 'invalid-input', 'invalid-input'), key('invalid-input')).check(
    z.minLength(2, key('invalid-input')),
    z.maxLength(maxPollOptions, key('invalid-input')),
    z.refine((texts) => new Set(texts.map(look)).size === texts.length, key('invalid-input')),
  ),
  multiple: flag,
  named: flag,
  /** When the poll closes; without it, its author closes it. */
  closesAt: z.nullish(givenTime),
  /** When the poll closes, counted by the server from now, in place of `closesAt`. */
  closesInSeconds: z.optional(seconds(60, yearSeconds)),
});
export type PollInput = z.output<typeof pollInput>;

export const pollByIdInput = z.object({ pollId: id });

/** The caller's choice, which replaces an earlier one. An empty list takes it back. */
export const voteInput = z.extend(pollByIdInput, {
  optionIds: z.array(id, key('invalid-input')).check(z.maxLength(maxPollOptions, key('invalid-input'))),
});

/** A member who has voted, and the options that the member chose. */
export const pollVoter = z.extend(userListItem, { optionIds: z.array(id) });
export type PollVoter = z.output<typeof pollVoter>;

export const pollVotersInput = z.extend(pageInput, { pollId: id });
