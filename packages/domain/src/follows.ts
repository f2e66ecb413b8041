import type { FollowState, Page, UserListItem } from '@kith/contracts';
import { followQueries } from '@kith/db';
import { afterCommit, announce } from './afterCommit.ts';
import { refuseMissing, requireSelf } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { type PageInput, timeCursor } from './cursor.ts';
import { Refusal, refuseConflict } from './errors.ts';
import { backfillFeed } from './feed/fillFeeds.ts';
import { followRequestsAfterDecline, followRequestsAgain } from './limits.ts';
import { scheduleDelivery } from './notifications.ts';
import { userCounts } from './posts/readPosts.ts';
import { traceContextForJob } from './traceContext.ts';
import { userListItem } from './users/userView.ts';
import { visiblePage } from './visiblePage.ts';

export interface FollowInput {
  followerId: number;
  followedId: number;
}

/** The key by which the rate limiter counts a member's requests to follow another member. */
export const followRequestKey = ({ followerId, followedId }: FollowInput): string => `${followerId}:${followedId}`;

/** The seconds until the follower may make another request, or null. */
async function pauseOf({ limiter }: Context, key: string): Promise<number | null> {
  const declined = await limiter.consume(followRequestsAfterDecline, key, 0);
  return declined ?? (await limiter.consume(followRequestsAgain, key, 0));
}

async function change(ctx: Context, actor: Actor, input: FollowInput, following: boolean): Promise<FollowState> {
  if (following || input.followedId !== actor.userId) requireSelf(actor, input.followerId);
  if (input.followedId === input.followerId) throw new Refusal('cannot-follow-yourself');
  const { followerId, followedId } = input;
  const pause = following ? await pauseOf(ctx, followRequestKey(input)) : null;
  const add = () =>
    ctx.db
      .run(followQueries.add, [followerId, followedId, traceContextForJob(), pause !== null])
      .catch((error: unknown) => refuseConflict(error, { follows_blocked: 'not-found' }));
  const remove = () => ctx.db.run(followQueries.remove, [followerId, followedId]);
  let [row] = await (following ? add() : remove());
  // The followed user has become public in the meantime, so the statement is retried.
  while (row?.retry) [row] = await add();
  if (!row) return refuseMissing(ctx, actor);
  if (row.paused) throw new Refusal('rate-limited', { retryAfterSeconds: pause ?? undefined });
  const jobId = row.job_id;
  if (jobId !== null) await afterCommit(ctx, 'feed.backfill', () => backfillFeed(ctx, { ...input, jobId }));
  if (row.changed) {
    void announce(ctx, {
      name: 'follow.changed',
      // A removed follower is not notified.
      to: followerId === actor.userId ? [followerId, followedId] : [followedId],
      payload: { followerId, followedId, following },
    });
  }
  if (row.asked) {
    if (following) await ctx.limiter.consume(followRequestsAgain, followRequestKey(input));
    const payload = { followerId, followedId, asked: following };
    void announce(ctx, { name: 'follow.asked', to: [followerId, followedId], payload });
  }
  if (row.notified) await scheduleDelivery(ctx);
  return {
    following: row.follow_state === 'following',
    state: row.follow_state,
    followersCount: row.followers_count,
  };
}

/**
 * Follows a member, or requests to follow a private one. Idempotent. Throws `forbidden`, `cannot-follow-yourself`, `not-found`,
 * and `rate-limited` for a day after a decline or too many requests that were withdrawn.
 */
export const follow = (ctx: Context, actor: Actor, input: FollowInput) => change(ctx, actor, input, true);

/**
 * Unfollows, or withdraws a request. If the caller is the followed member, removes the follower, who is not notified.
 * Idempotent. Throws `forbidden`, `cannot-follow-yourself`, `not-found`.
 */
export const unfollow = (ctx: Context, actor: Actor, input: FollowInput) => change(ctx, actor, input, false);

async function list(
  ctx: Context,
  actor: Actor,
  input: PageInput & { userId: number },
  who: 'followers' | 'following' | 'friends',
): Promise<Page<UserListItem>> {
  return visiblePage(input, {
    key: timeCursor,
    read: ({ at, id }, rows) => {
      const page = [actor.userId, input.userId, at, id, rows] as const;
      if (who === 'followers') return ctx.db.run(followQueries.followers, page);
      return ctx.db.run(followQueries.following, [...page, who === 'friends']);
    },
    view: (row) => userListItem(ctx.settings, row),
    keyOf: (row) => [row.created_at, row.key_id],
  });
}

/** The followers of a user, newest first. */
export const listFollowers = (ctx: Context, actor: Actor, input: PageInput & { userId: number }) =>
  list(ctx, actor, input, 'followers');

/** The users that a user follows, newest first. */
export const listFollowing = (ctx: Context, actor: Actor, input: PageInput & { userId: number }) =>
  list(ctx, actor, input, 'following');

/** Members who follow the caller and whom the caller follows, newest first: the audience of posts for friends. */
export const listFriends = (ctx: Context, actor: Actor, input: PageInput): Promise<Page<UserListItem>> =>
  list(ctx, actor, { ...input, userId: actor.userId }, 'friends');

/** The number of followers of a user. Throws `not-found`. */
export const countFollowers = async (ctx: Context, actor: Actor, input: { userId: number }): Promise<number> =>
  (await userCounts(ctx, actor, input.userId)).followers_count;

/** The number of users that a user follows. Throws `not-found`. */
export const countFollowing = async (ctx: Context, actor: Actor, input: { userId: number }): Promise<number> =>
  (await userCounts(ctx, actor, input.userId)).following_count;
