import { followInput, pageInput, userByIdInput, userPageInput } from '@kith/contracts';
import {
  acceptFollow,
  countFollowers,
  countFollowing,
  countFollowRequests,
  declineFollow,
  follow,
  listFollowers,
  listFollowing,
  listFollowRequests,
  listFriends,
  unfollow,
} from '@kith/domain';
import { adding, limited, router, signedIn } from '../trpc.ts';

export const follows = router({
  add: adding('follows')
    .input(followInput)
    .mutation(({ ctx, input }) => follow(ctx.domain, ctx.actor, input)),
  remove: limited('follows')
    .input(followInput)
    .mutation(({ ctx, input }) => unfollow(ctx.domain, ctx.actor, input)),
  requests: signedIn.input(pageInput).query(({ ctx, input }) => listFollowRequests(ctx.domain, ctx.actor, input)),
  requestsCount: signedIn.query(({ ctx }) => countFollowRequests(ctx.domain, ctx.actor)),
  accept: limited('follows')
    .input(userByIdInput)
    .mutation(({ ctx, input }) => acceptFollow(ctx.domain, ctx.actor, input)),
  decline: limited('follows')
    .input(userByIdInput)
    .mutation(({ ctx, input }) => declineFollow(ctx.domain, ctx.actor, input)),
  followers: signedIn.input(userPageInput).query(({ ctx, input }) => listFollowers(ctx.domain, ctx.actor, input)),
  following: signedIn.input(userPageInput).query(({ ctx, input }) => listFollowing(ctx.domain, ctx.actor, input)),
  friends: signedIn.input(pageInput).query(({ ctx, input }) => listFriends(ctx.domain, ctx.actor, input)),
  followersCount: signedIn.input(userByIdInput).query(({ ctx, input }) => countFollowers(ctx.domain, ctx.actor, input)),
  followingCount: signedIn.input(userByIdInput).query(({ ctx, input }) => countFollowing(ctx.domain, ctx.actor, input)),
});
