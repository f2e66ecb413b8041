import type { Page, UserSummary } from '@kith/contracts';
import { CloseFriend, closeFriendQueries, userQueries } from '@kith/db';
import { requireActiveAccount } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { type PageInput, timeCursor } from './cursor.ts';
import { Refusal } from './errors.ts';
import { userSummary } from './users/userView.ts';
import { visiblePage } from './visiblePage.ts';

/** Adds a member to the caller's list of close friends, without notifying the member. Idempotent. Throws `not-found`. */
export async function addCloseFriend(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  if (input.userId === actor.userId) throw new Refusal('not-found');
  await ctx.db.transaction(async (tx) => {
    // In a statement of its own: what a concurrent block has committed, for which this waits, the next statement sees.
    await requireActiveAccount(ctx, actor, tx);
    const [friend] = await tx.run(userQueries.byId, [actor.userId, input.userId]);
    if (!friend) throw new Refusal('not-found');
    await tx.em().upsert(CloseFriend, { owner: actor.userId, friend: friend.id }, { onConflictAction: 'ignore' });
  });
}

/** Removes a member from the caller's list of close friends. Idempotent. */
export async function removeCloseFriend(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  await requireActiveAccount(ctx, actor);
  await ctx.db.em().nativeDelete(CloseFriend, { owner: actor.userId, friend: input.userId });
}

/** The caller's close friends, newest first. */
export async function listCloseFriends(ctx: Context, actor: Actor, input: PageInput): Promise<Page<UserSummary>> {
  return visiblePage(input, {
    key: timeCursor,
    read: ({ at, id }, rows) => ctx.db.run(closeFriendQueries.list, [actor.userId, at, id, rows]),
    view: (row) => userSummary(ctx.settings, row),
    keyOf: (row) => [row.created_at, row.key_id],
  });
}
