import type { Page, UserListItem } from '@kith/contracts';
import { FollowRequest, followQueries, userQueries } from '@kith/db';
import { afterCommit, announce } from './afterCommit.ts';
import { refuseMissing } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { type PageInput, timeCursor } from './cursor.ts';
import { refuseConflict } from './errors.ts';
import { backfillFeed } from './feed/fillFeeds.ts';
import { followRequestKey } from './follows.ts';
import { followRequestsAfterDecline } from './limits.ts';
import { scheduleDelivery } from './notifications.ts';
import { traceContextForJob } from './traceContext.ts';
import { userListItem } from './users/userView.ts';
import { visiblePage } from './visiblePage.ts';

/** Members who have requested to follow the caller, newest first. */
export async function listFollowRequests(ctx: Context, actor: Actor, input: PageInput): Promise<Page<UserListItem>> {
  return visiblePage(input, {
    key: timeCursor,
    read: ({ at, id }, rows) => ctx.db.run(followQueries.requests, [actor.userId, at, id, rows]),
    view: (row) => userListItem(ctx.settings, row),
    keyOf: (row) => [row.created_at, row.key_id],
  });
}

/**
 * The number of follow requests to the caller, counted up to 100; 0 if the caller has switched off notifications about them.
 */
export async function countFollowRequests(ctx: Context, actor: Pick<Actor, 'userId'>): Promise<{ count: number }> {
  const [row] = await ctx.db.run(followQueries.requestsCount, [actor.userId]);
  return { count: row?.count ?? 0 };
}

async function accept(ctx: Context, followedId: number, followerId: number): Promise<boolean> {
  const [row] = await ctx.db
    .run(followQueries.accept, [followedId, followerId, traceContextForJob()])
    .catch((error: unknown) => refuseConflict(error, { follows_blocked: 'not-found' }));
  if (!row) return false;
  const jobId = row.job_id;
  await afterCommit(ctx, 'feed.backfill', () => backfillFeed(ctx, { followerId, followedId, jobId }));
  const payload = { followerId, followedId, following: true };
  void announce(ctx, { name: 'follow.changed', to: [followerId, followedId], payload });
  if (row.notified) await scheduleDelivery(ctx);
  return true;
}

/**
 * Accepts a follow request. Idempotent. Throws `not-found` if there is no such request and that member does not follow the
 * caller.
 */
export async function acceptFollow(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  if (await accept(ctx, actor.userId, input.userId)) return;
  const [asker] = await ctx.db.run(userQueries.byId, [actor.userId, input.userId]);
  if (!asker?.follows_me) await refuseMissing(ctx, actor);
}

/** Declines a follow request without a notification; the requester may ask again after a day. Idempotent. Throws `not-found`. */
export async function declineFollow(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  const declined = await ctx.db.em().nativeDelete(FollowRequest, { follower: input.userId, followed: actor.userId });
  if (declined === 0) {
    const [asker] = await ctx.db.run(userQueries.byId, [actor.userId, input.userId]);
    return asker ? undefined : refuseMissing(ctx, actor);
  }
  const pair = { followerId: input.userId, followedId: actor.userId };
  await ctx.limiter.reset(followRequestsAfterDecline, followRequestKey(pair));
  await ctx.limiter.consume(followRequestsAfterDecline, followRequestKey(pair), followRequestsAfterDecline.points + 1);
  const payload = { ...pair, asked: false };
  void announce(ctx, { name: 'follow.asked', to: [actor.userId], payload });
}

const batch = 100;

/** Accepts all requests to a user who is no longer private. Idempotent; a batch that accepts nobody is the last. */
export async function acceptWaiting(ctx: Context, { userId }: { userId: number }): Promise<void> {
  for (let accepted = batch; accepted > 0; ) {
    accepted = 0;
    const active = { disabledAt: null, deletedAt: null };
    const waiting = { followed: { id: userId, private: false, ...active }, follower: active };
    const oldest = { orderBy: { createdAt: 'asc' }, limit: batch } as const;
    for (const { follower } of await ctx.db.em().find(FollowRequest, waiting, oldest))
      if (await accept(ctx, userId, follower.id)) accepted += 1;
  }
}
