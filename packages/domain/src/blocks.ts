import type { Page, UserSummary } from '@kith/contracts';
import { Block, blockQueries, LockMode, User } from '@kith/db';
import { announce } from './afterCommit.ts';
import { refuseMissing, requireActiveAccount } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { type PageInput, timeCursor } from './cursor.ts';
import { Refusal } from './errors.ts';
import { userSummary } from './users/userView.ts';
import { visiblePage } from './visiblePage.ts';

/**
 * Blocks a member: the two can no longer see each other's profiles and posts or write to each other directly, and follows between
 * them end. Idempotent. Throws `cannot-block-yourself`, and `not-found`, also if that member blocks the caller.
 */
export async function blockUser(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  const pair: [number, number] = [actor.userId, input.userId];
  if (input.userId === actor.userId) throw new Refusal('cannot-block-yourself');
  const row = await ctx.db.transaction(async (tx) => {
    // The lock is taken by a separate statement, so that the snapshot of the next statement includes what earlier holders of
    // the lock committed, and a concurrent follow or request between the two waits and then finds the block.
    const both = { id: { $in: pair }, deletedAt: null, disabledAt: null };
    const inOrder = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const locked = await tx.em().find(User, both, inOrder);
    return locked.length === 2 ? (await tx.run(blockQueries.add, pair))[0] : undefined;
  });
  if (!row) return refuseMissing(ctx, actor);
  const ended = (followerId: number, followedId: number) =>
    void announce(ctx, {
      name: 'follow.changed',
      // The other member is not notified.
      to: [actor.userId],
      payload: { followerId, followedId, following: false },
    });
  if (row.followed) ended(actor.userId, input.userId);
  if (row.followed_back) ended(input.userId, actor.userId);
}

/** Lifts the caller's block; follows are not restored. Idempotent. */
export async function unblockUser(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  await requireActiveAccount(ctx, actor);
  await ctx.db.em().nativeDelete(Block, { blocker: actor.userId, blocked: input.userId });
}

/** The members that the caller has blocked, newest first. */
export async function listBlocks(ctx: Context, actor: Actor, input: PageInput): Promise<Page<UserSummary>> {
  return visiblePage(input, {
    key: timeCursor,
    read: ({ at, id }, rows) => ctx.db.run(blockQueries.list, [actor.userId, at, id, rows]),
    view: (row) => userSummary(ctx.settings, row),
    keyOf: (row) => [row.created_at, row.key_id],
  });
}
