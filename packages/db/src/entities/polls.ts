import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, insertTime, time } from './columns.ts';
import { Message } from './messages.ts';
import { Post } from './posts.ts';

const PollSchema = defineEntity({
  name: 'Poll',
  tableName: 'polls',
  properties: {
    id: id(),
    post: () => p.oneToOne(Post).nullable().deleteRule('cascade').updateRule('no action'),
    message: () => p.oneToOne(Message).nullable().deleteRule('cascade').updateRule('no action'),
    /** Whether a member may choose several options. */
    multiple: p.boolean().default(false),
    /** Whether everybody who sees the poll sees who chose what; otherwise nobody does. */
    named: p.boolean().default(false),
    /** From when on nobody can vote; null for a poll that its author has not closed yet. */
    closesAt: time().nullable(),
    /** The number of members who have voted. */
    votersCount: p.integer().default(0),
  },
  checks: [
    { name: 'polls_check', expression: 'num_nonnulls(post_id, message_id) = 1' },
    { name: 'polls_voters_count_check', expression: 'voters_count >= 0' },
  ],
});

/** The poll of a post or a message, whose text is the question. */
export class Poll extends PollSchema.class {}
PollSchema.setClass(Poll);

const PollOptionSchema = defineEntity({
  name: 'PollOption',
  tableName: 'poll_options',
  properties: {
    id: id(),
    poll: () => p.manyToOne(Poll).deleteRule('cascade').updateRule('no action'),
    /** From 0, in the order in which the options are shown. */
    position: p.smallint(),
    text: p.text(),
    votesCount: p.integer().default(0),
  },
  uniques: [{ properties: ['poll', 'position'] }],
  checks: [
    { name: 'poll_options_position_check', expression: 'position >= 0 and position < 6' },
    { name: 'poll_options_text_check', expression: 'char_length(text) >= 1 and char_length(text) <= 80' },
    { name: 'poll_options_votes_count_check', expression: 'votes_count >= 0' },
  ],
});

/** What one can choose in a poll. */
export class PollOption extends PollOptionSchema.class {}
PollOptionSchema.setClass(PollOption);

const PollVoteSchema = defineEntity({
  name: 'PollVote',
  tableName: 'poll_votes',
  properties: {
    option: () => p.manyToOne(PollOption).primary().deleteRule('cascade').updateRule('no action'),
    user: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    createdAt: insertTime(),
  },
  indexes: [{ name: 'poll_votes_user', properties: ['user', 'option'] }],
});

/** A member's choice of an option. */
export class PollVote extends PollVoteSchema.class {}
PollVoteSchema.setClass(PollVote);
