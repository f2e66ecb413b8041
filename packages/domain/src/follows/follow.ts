import type { FollowState } from '@kith/contracts';
import { followQueries } from '@kith/db';
import { afterCommit } from '../afterCommit.ts';
import { announce } from '../announce.ts';
import { refuseNothingFound } from '../auth/livingActor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { backfillFeed } from '../feed/fillFeeds.ts';
import { actAs } from '../permissions.ts';
import { withTrail } from '../trail.ts';

export interface FollowInput {
  followerId: number;
  followedId: number;
}

async function change(ctx: Context, actor: Actor, input: FollowInput, following: boolean): Promise<FollowState> {
  actAs(actor, input.followerId);
  if (input.followedId === actor.userId) throw new Refusal('cannot-follow-yourself');
  const [row] = following
    ? await ctx.db
        .run(followQueries.add, [actor.userId, input.followedId, withTrail({})])
        .catch((error: unknown) => refuseConflict(error, { follows_blocked: 'not-found' }))
    : await ctx.db.run(followQueries.remove, [actor.userId, input.followedId]);
  if (!row) return refuseNothingFound(ctx, actor);
  const jobId = row.job_id;
  if (jobId !== null) await afterCommit(ctx, 'feed.backfill', () => backfillFeed(ctx, { ...input, jobId }));
  if (row.changed) {
    const payload = { followerId: actor.userId, followedId: input.followedId, following };
    announce(ctx, { name: 'follow.changed', to: [actor.userId, input.followedId], payload });
  }
  if (row.asked) {
    const payload = { followerId: actor.userId, followedId: input.followedId, asked: following };
    announce(ctx, { name: 'follow.asked', to: [actor.userId, input.followedId], payload });
  }
  if (row.notified) {
    const recipientId = input.followedId;
    announce(ctx, { name: 'notification.created', to: [recipientId], payload: { recipientId } });
  }
  return {
    following: row.follow_state === 'following',
    followState: row.follow_state,
    followersCount: row.followers_count,
  };
}

/** Follows, or asks whoever is private; doing it again changes nothing. Throws `forbidden`, `cannot-follow-yourself`, `not-found`. */
export const follow = (ctx: Context, actor: Actor, input: FollowInput) => change(ctx, actor, input, true);

/** Unfollows, or asks no longer; doing it again changes nothing. Throws `forbidden`, `cannot-follow-yourself`, `not-found`. */
export const unfollow = (ctx: Context, actor: Actor, input: FollowInput) => change(ctx, actor, input, false);
