import type { MutedUser, Page, UserSummary } from '@kith/contracts';
import { blockQueries, muteQueries } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { refuseNothingFound, requireLivingActor } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { type PageInput, timeCursor, toPage } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { userSummary } from './userView.ts';

/**
 * From now on neither of the two sees, finds or reaches the other; that they followed each other ends. Doing it again
 * changes nothing. Throws `cannot-block-yourself`, `not-found`.
 */
export async function blockUser(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  const pair: [number, number] = [actor.userId, input.userId];
  if (input.userId === actor.userId) throw new Refusal('cannot-block-yourself');
  const row = await ctx.db.transaction(async (em) => {
    // In a statement of its own: the next one sees what those wrote who held the rows before.
    const locked = await ctx.db.run(blockQueries.lock, pair, em);
    return locked.length === 2 ? (await ctx.db.run(blockQueries.add, pair, em))[0] : undefined;
  });
  if (!row) return refuseNothingFound(ctx, actor);
  const ended = (followerId: number, followedId: number) =>
    announce(ctx, {
      name: 'follow.changed',
      to: pair,
      payload: { followerId, followedId, following: false },
    });
  if (row.followed) ended(actor.userId, input.userId);
  if (row.followed_back) ended(input.userId, actor.userId);
}

/** Lifts the caller's own block; who followed whom does not come back. Again is harmless. */
export async function unblockUser(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  await requireLivingActor(ctx, actor);
  await ctx.db.run(blockQueries.remove, [actor.userId, input.userId]);
}

/** Whom the caller has blocked, newest first. */
export async function listBlocks(ctx: Context, actor: Actor, input: PageInput): Promise<Page<UserSummary>> {
  const { at, id } = timeCursor(input.cursor);
  const rows = await ctx.db.run(blockQueries.list, [actor.userId, at, id, input.limit + 1]);
  return toPage(
    rows,
    input.limit,
    (row) => userSummary(ctx.settings, row),
    (row) => [row.created_at, row.id],
  );
}

/** Keeps what somebody does from the caller's feed, explore and notifications, `until` then or until lifted; they do not learn of it. Throws `cannot-mute-yourself`, `not-found`. */
export async function muteUser(
  ctx: Context,
  actor: Actor,
  input: { userId: number; until?: string | null | undefined },
): Promise<void> {
  if (input.userId === actor.userId) throw new Refusal('cannot-mute-yourself');
  const [row] = await ctx.db.run(muteQueries.add, [actor.userId, input.userId, input.until ?? 'infinity']);
  if (!row) await refuseNothingFound(ctx, actor);
}

/** Lifts the caller's mute. Again is harmless. */
export async function unmuteUser(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  await requireLivingActor(ctx, actor);
  await ctx.db.run(muteQueries.remove, [actor.userId, input.userId]);
}

/** Whom the caller has muted, newest first. */
export async function listMutes(ctx: Context, actor: Actor, input: PageInput): Promise<Page<MutedUser>> {
  const { at, id } = timeCursor(input.cursor);
  const rows = await ctx.db.run(muteQueries.list, [actor.userId, at, id, input.limit + 1]);
  return toPage(
    rows,
    input.limit,
    (row) => ({ ...userSummary(ctx.settings, row), until: row.until }),
    (row) => [row.created_at, row.id],
  );
}
