import type { EventAnswer, EventGuest, Page, PostView } from '@kith/contracts';
import { eventQueries } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { requireActiveAccount } from '../auth/actor.ts';
import { requireScope } from '../auth/tokens.ts';
import type { Actor, Context } from '../context.ts';
import { type PageInput, timeCursor } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { readPost } from '../posts/readPosts.ts';
import { userListItem } from '../users/userView.ts';
import { visiblePage } from '../visiblePage.ts';

export interface AnswerInput {
  postId: number;
  /** Null withdraws the answer, also after the event. */
  answer: EventAnswer | null;
}

/**
 * Sets or withdraws the caller's answer to an event, and returns the post. Idempotent. Throws `not-found`, `not-an-event`,
 * `event-over`, `event-cancelled`, and `missing-scope` for a token that may not read the post.
 */
export async function answerEvent(ctx: Context, actor: Actor, { postId, answer }: AnswerInput): Promise<PostView> {
  requireScope(actor, 'read');
  const answered = await ctx.db.transaction(async (tx) => {
    await requireActiveAccount(ctx, actor, tx);
    // Answers are counted one after the other: the statement below sees those that this lock has waited for.
    await tx.run(eventQueries.lock, [postId]);
    const [row] = await tx.run(eventQueries.answer, [actor.userId, postId, answer]);
    if (answer !== null && row?.ended) throw new Refusal('event-over');
    if (answer !== null && row?.cancelled) throw new Refusal('event-cancelled');
    return row;
  });
  const post = await readPost(ctx, actor, { postId });
  if (!answered) throw new Refusal('not-an-event');
  if (answered.changed)
    void announce(ctx, {
      name: 'post.changed',
      to: null,
      payload: { postId, authorId: answered.author_id, before: null },
    });
  return post;
}

/** The members who have answered an event, or gave one answer, last answer first; empty if there is no such event. */
export const listGuests = (
  ctx: Context,
  actor: Actor,
  input: PageInput & { postId: number; answer?: EventAnswer | undefined },
): Promise<Page<EventGuest>> =>
  visiblePage(input, {
    key: timeCursor,
    read: ({ at, id }, rows) =>
      ctx.db.run(eventQueries.guests, [actor.userId, input.postId, input.answer ?? null, at, id, rows]),
    view: (row) => ({ ...userListItem(ctx.settings, row), answer: row.answer }),
    keyOf: (row) => [row.answered_at, row.key_id],
  });
