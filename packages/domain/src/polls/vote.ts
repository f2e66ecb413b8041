import type { Page, PollView, PollVoter } from '@kith/contracts';
import { now, Poll, pollQueries, type Transaction } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { refuseMissing } from '../auth/actor.ts';
import { requireScope } from '../auth/tokens.ts';
import { announceMessage } from '../chats/announceToChat.ts';
import type { Actor, Context } from '../context.ts';
import { idCursor, type PageInput } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { userListItem } from '../users/userView.ts';
import { visiblePage } from '../visiblePage.ts';
import { pollView } from './pollView.ts';

type LockedPoll = NonNullable<Awaited<ReturnType<typeof lockPoll>>>;

/** Locks a poll that the caller may vote in; undefined if there is none. Throws `missing-scope` for a token that may not read it. */
async function lockPoll(tx: Transaction, actor: Actor, pollId: number) {
  const [poll] = await tx.run(pollQueries.locked, [actor.userId, pollId]);
  if (poll?.message_id) requireScope(actor, 'messages');
  else if (poll && poll.author_id !== actor.userId) requireScope(actor, 'read');
  return poll;
}

/** Publishes that somebody has voted, but not who, or that a poll was closed. */
function announcePoll(ctx: Context, what: 'voted' | 'closed', poll: LockedPoll): void {
  const { author_id: authorId, post_id: postId, message_id: id, chat_id: chatId, receiver_id: receiverId } = poll;
  if (id !== null && chatId !== null)
    announceMessage(ctx, 'changed', { id, chat_id: chatId, sender_id: authorId, receiver_id: receiverId });
  if (postId === null) return;
  if (what === 'voted') void announce(ctx, { name: 'poll.voted', to: null, payload: { postId, authorId } });
  else void announce(ctx, { name: 'post.changed', to: null, payload: { postId, authorId, before: null } });
}

async function readPoll(ctx: Context, actor: Actor, { id, author_id: authorId }: LockedPoll): Promise<PollView> {
  const [row] = await ctx.db.run(pollQueries.details, [actor.userId, id]);
  return row ? pollView(row.poll, authorId === actor.userId) : refuseMissing(ctx, actor);
}

/**
 * Makes these options of a poll the caller's choice; none takes the vote back. Idempotent. Throws `not-found`, `poll-closed`,
 * `invalid-vote`, `missing-scope`.
 */
export async function vote(
  ctx: Context,
  actor: Actor,
  { pollId, optionIds }: { pollId: number; optionIds: number[] },
): Promise<PollView> {
  const chosen = [...new Set(optionIds)];
  const voted = await ctx.db.transaction(async (tx) => {
    const poll = await lockPoll(tx, actor, pollId);
    if (!poll) return undefined;
    if (poll.closed) throw new Refusal('poll-closed');
    if (chosen.length > 1 && !poll.multiple) throw new Refusal('invalid-vote');
    if (chosen.some((id) => !poll.option_ids.includes(id))) throw new Refusal('invalid-vote');
    const [row] = await tx.run(pollQueries.vote, [actor.userId, pollId, chosen]);
    return { poll, changed: row?.changed ?? false };
  });
  if (!voted) return refuseMissing(ctx, actor);
  if (voted.changed) announcePoll(ctx, 'voted', voted.poll);
  return readPoll(ctx, actor, voted.poll);
}

/** Closes a poll of the caller's. Idempotent. Throws `not-found`, `forbidden` for a poll of somebody else, `missing-scope`. */
export async function closePoll(ctx: Context, actor: Actor, { pollId }: { pollId: number }): Promise<PollView> {
  const done = await ctx.db.transaction(async (tx) => {
    const poll = await lockPoll(tx, actor, pollId);
    if (!poll) return undefined;
    if (poll.author_id !== actor.userId) throw new Refusal('forbidden');
    const open = { id: pollId, $or: [{ closesAt: null }, { closesAt: { $gt: now() } }] };
    // A millisecond ago, because PostgreSQL rounds the time, and the poll is closed at once.
    return { poll, changed: (await tx.em().nativeUpdate(Poll, open, { closesAt: now(-0.001) })) > 0 };
  });
  if (!done) return refuseMissing(ctx, actor);
  if (done.changed) announcePoll(ctx, 'closed', done.poll);
  return readPoll(ctx, actor, done.poll);
}

/**
 * Who has voted what in a named poll, those whom the caller may see. Throws `not-found`, also for a secret poll and before the
 * caller has voted, `missing-scope`.
 */
export async function listVoters(
  ctx: Context,
  actor: Actor,
  { pollId, ...page }: PageInput & { pollId: number },
): Promise<Page<PollVoter>> {
  const [named] = await ctx.db.run(pollQueries.named, [actor.userId, pollId]);
  if (!named) return refuseMissing(ctx, actor);
  if (named.message_id) requireScope(actor, 'messages');
  return visiblePage(page, {
    key: idCursor,
    read: (before, rows) => ctx.db.run(pollQueries.voters, [actor.userId, pollId, before, rows]),
    view: (row) => ({ ...userListItem(ctx.settings, row), optionIds: row.option_ids }),
    keyOf: (row) => [row.key_id],
  });
}
