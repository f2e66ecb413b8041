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
import { protectedProcedure, router } from '../trpc.ts';

export const follows = router({
  add: protectedProcedure
    .meta({
      scope: 'follows',
      createLimit: 'follows',
      rest: 'POST /follows',
      summary: 'Follows a member, or requests to follow a private one. Idempotent.',
      data: contract.followOutput,
    })
    .input(contract.followInput)
    .mutation(({ ctx, input }) => follow(ctx.domain, ctx.actor, input)),
  remove: protectedProcedure
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'DELETE /follows',
      summary: 'Unfollows a member, withdraws a follow request, or removes a follower of the caller. Idempotent.',
      data: contract.followOutput,
    })
    .input(contract.followInput)
    .mutation(({ ctx, input }) => unfollow(ctx.domain, ctx.actor, input)),
  requests: protectedProcedure
    .meta({
      scope: 'follows',
      rest: 'GET /follows/requests',
      summary: 'Lists the members who have requested to follow the caller, newest first.',
      list: contract.userListItem,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listFollowRequests(ctx.domain, ctx.actor, input)),
  requestsCount: protectedProcedure
    .meta({
      scope: 'follows',
      rest: 'GET /follows/requests/count',
      summary: 'Counts the follow requests to the caller.',
      data: contract.countOf,
    })
    .query(({ ctx }) => countFollowRequests(ctx.domain, ctx.actor)),
  accept: protectedProcedure
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /follows/requests/:userId/accept',
      summary: 'Accepts a follow request. Idempotent.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => acceptFollow(ctx.domain, ctx.actor, input)),
  decline: protectedProcedure
    .meta({
      scope: 'follows',
      limit: 'follows',
      rest: 'POST /follows/requests/:userId/decline',
      summary: 'Declines a follow request. Idempotent.',
    })
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => declineFollow(ctx.domain, ctx.actor, input)),
  followers: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /:userId(^\\d+$)/followers',
      summary: 'Lists the followers of a member, newest first.',
      list: contract.userListItem,
    })
    .input(contract.userPageInput)
    .query(({ ctx, input }) => listFollowers(ctx.domain, ctx.actor, input)),
  following: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /:userId(^\\d+$)/following',
      summary: 'Lists the members whom a member follows, newest first.',
      list: contract.userListItem,
    })
    .input(contract.userPageInput)
    .query(({ ctx, input }) => listFollowing(ctx.domain, ctx.actor, input)),
  friends: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /follows/friends',
      summary:
        'Lists the caller’s friends: members who follow the caller and whom the caller follows. They see the caller’s posts with the audience `friends`.',
      list: contract.userListItem,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listFriends(ctx.domain, ctx.actor, input)),
  followersCount: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /:userId(^\\d+$)/followers/count',
      summary: 'Counts the followers of a member.',
      data: contract.count,
    })
    .input(contract.userByIdInput)
    .query(({ ctx, input }) => countFollowers(ctx.domain, ctx.actor, input)),
  followingCount: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /:userId(^\\d+$)/following/count',
      summary: 'Counts the members whom a member follows.',
      data: contract.count,
    })
    .input(contract.userByIdInput)
    .query(({ ctx, input }) => countFollowing(ctx.domain, ctx.actor, input)),
});
