import * as contract from '@kith/contracts';
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
import { router, signedIn } from '../trpc.ts';

export const follows = router({
  add: signedIn
    .meta({
      scope: 'follows',
      adds: 'follows',
      rest: 'POST /follows',
      summary: 'Follows as the caller, or asks whoever is private; again is harmless.',
      data: contract.followOutput,
    })
    .input(contract.followInput)
    .mutation(({ ctx, input }) => follow(ctx.domain, ctx.actor, input)),
  remove: signedIn
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'DELETE /follows',
      summary: 'Unfollows as the caller, or asks no longer; removes a follower of the caller. Again is harmless.',
      data: contract.followOutput,
    })
    .input(contract.followInput)
    .mutation(({ ctx, input }) => unfollow(ctx.domain, ctx.actor, input)),
  requests: signedIn
    .meta({
      scope: 'follows',
      rest: 'GET /follows/requests',
      summary: 'Who asks to follow the caller.',
      list: contract.userListItem,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listFollowRequests(ctx.domain, ctx.actor, input)),
  requestsCount: signedIn
    .meta({
      scope: 'follows',
      rest: 'GET /follows/requests/count',
      summary: 'How many members wait to follow the caller.',
      data: contract.countOf,
    })
    .query(({ ctx }) => countFollowRequests(ctx.domain, ctx.actor)),
  accept: signedIn
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /follows/requests/:userId/accept',
      summary: 'Lets somebody who asked follow the caller; again is harmless.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => acceptFollow(ctx.domain, ctx.actor, input)),
  decline: signedIn
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /follows/requests/:userId/decline',
      summary: 'Sends away somebody who asked; again is harmless.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => declineFollow(ctx.domain, ctx.actor, input)),
  followers: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /:userId(^\\d+$)/followers',
      summary: 'Who follows a member.',
      list: contract.userListItem,
    })
    .input(contract.userPageInput)
    .query(({ ctx, input }) => listFollowers(ctx.domain, ctx.actor, input)),
  following: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /:userId(^\\d+$)/following',
      summary: 'Whom a member follows.',
      list: contract.userListItem,
    })
    .input(contract.userPageInput)
    .query(({ ctx, input }) => listFollowing(ctx.domain, ctx.actor, input)),
  friends: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /follows/friends',
      summary: 'Those whom the caller follows and who follow the caller: who sees posts for friends.',
      list: contract.userListItem,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listFriends(ctx.domain, ctx.actor, input)),
  followersCount: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /:userId(^\\d+$)/followers/count',
      summary: 'How many follow a member.',
      data: contract.count,
    })
    .input(contract.userByIdInput)
    .query(({ ctx, input }) => countFollowers(ctx.domain, ctx.actor, input)),
  followingCount: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /:userId(^\\d+$)/following/count',
      summary: 'How many a member follows.',
      data: contract.count,
    })
    .input(contract.userByIdInput)
    .query(({ ctx, input }) => countFollowing(ctx.domain, ctx.actor, input)),
});
