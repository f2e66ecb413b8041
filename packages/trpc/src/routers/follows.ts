import { followInput, userByIdInput, userPageInput } from '@kith/contracts';
import { countFollowers, countFollowing, follow, listFollowers, listFollowing, unfollow } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const follows = router({
  add: limited('follows')
    .input(followInput)
    .mutation(({ ctx, input }) => follow(ctx.domain, ctx.actor, input)),
  remove: limited('follows')
    .input(followInput)
    .mutation(({ ctx, input }) => unfollow(ctx.domain, ctx.actor, input)),
  followers: signedIn.input(userPageInput).query(({ ctx, input }) => listFollowers(ctx.domain, ctx.actor, input)),
  following: signedIn.input(userPageInput).query(({ ctx, input }) => listFollowing(ctx.domain, ctx.actor, input)),
  followersCount: signedIn.input(userByIdInput).query(({ ctx, input }) => countFollowers(ctx.domain, input)),
  followingCount: signedIn.input(userByIdInput).query(({ ctx, input }) => countFollowing(ctx.domain, input)),
});
