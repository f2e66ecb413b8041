import type { Page, UserListItem } from '@kith/contracts';
import { type FollowRow, followQueries, userQueries } from '@kith/db';
import { afterCommit, announce } from './afterCommit.ts';
import { refuseNothingFound } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { type PageInput, timeCursor, toPage } from './cursor.ts';
import { refuseConflict } from './errors.ts';
import { backfillFeed } from './feed/fillFeeds.ts';
import { withTrail } from './trail.ts';
import { userListItem } from './users/userView.ts';

/** Who asks to follow the caller, newest first. */
export async function listFollowRequests(ctx: Context, actor: Actor, input: PageInput): Promise<Page<UserListItem>> {
  const { at, id } = timeCursor(input.cursor);
  const rows = await ctx.db.run(followQueries.requests, [actor.userId, at, id, input.limit + 1]);
  return toPage(
    rows,
    input.limit,
    (row: FollowRow) => userListItem(ctx.settings, row),
    (row) => [row.created_at, row.id],
  );
}

/** How many ask to follow the caller; at most 100 are counted, and none for who does not want to be told of them. */
export async function countFollowRequests(ctx: Context, actor: Pick<Actor, 'userId'>): Promise<{ count: number }> {
  const [row] = await ctx.db.run(followQueries.requestsCount, [actor.userId]);
  return { count: row?.count ?? 0 };
}

async function accept(ctx: Context, followedId: number, followerId: number): Promise<boolean> {
  const [row] = await ctx.db
    .run(followQueries.accept, [followedId, followerId, withTrail({})])
    .catch((error: unknown) => refuseConflict(error, { follows_blocked: 'not-found' }));
  if (!row) return false;
  const jobId = row.job_id;
  await afterCommit(ctx, 'feed.backfill', () => backfillFeed(ctx, { followerId, followedId, jobId }));
  const payload = { followerId, followedId, following: true };
  announce(ctx, { name: 'follow.changed', to: [followerId, followedId], payload });
  return true;
}

/** Lets somebody who asked follow the caller; again is harmless. Throws `not-found` when they do not ask, or not any more. */
export async function acceptFollow(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  if (await accept(ctx, actor.userId, input.userId)) return;
  const [asker] = await ctx.db.run(userQueries.byId, [actor.userId, input.userId]);
  if (!asker?.follows_me) await refuseNothingFound(ctx, actor);
}

/** Sends away somebody who asked, without a word; they may ask again. Again is harmless. Throws `not-found`. */
export async function declineFollow(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  const [row] = await ctx.db.run(followQueries.decline, [actor.userId, input.userId]);
  if (!row) {
    const [asker] = await ctx.db.run(userQueries.byId, [actor.userId, input.userId]);
    return asker ? undefined : refuseNothingFound(ctx, actor);
  }
  const payload = { followerId: input.userId, followedId: actor.userId, asked: false };
  announce(ctx, { name: 'follow.asked', to: [input.userId, actor.userId], payload });
}

const batch = 100;

/** Lets in everybody who asked a user that is not private any more. Again is harmless. */
export async function acceptWaiting(ctx: Context, { userId }: { userId: number }): Promise<void> {
  for (;;) {
    const rows = await ctx.db.run(followQueries.waiting, [userId, batch]);
    for (const row of rows) await accept(ctx, userId, row.follower_id);
    if (rows.length < batch) return;
  }
}
