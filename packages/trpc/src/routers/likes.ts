import * as contract from '@kith/contracts';
import { countLikes, likePost, listLikedByFriends, listLikers, listLikes, unlikePost } from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const likes = router({
  add: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'POST /likes',
      summary: 'Likes a post. Idempotent.',
      data: contract.likeOutput,
    })
    .input(contract.likeInput)
    .mutation(({ ctx, input }) => likePost(ctx.domain, ctx.actor, input)),
  remove: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'DELETE /likes',
      summary: 'Unlikes a post. Idempotent.',
      data: contract.likeOutput,
    })
    .input(contract.likeInput)
    .mutation(({ ctx, input }) => unlikePost(ctx.domain, ctx.actor, input)),
  count: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /likes/count/:postId',
      summary: 'Counts the likes of a post.',
      data: contract.count,
    })
    .input(contract.postByIdInput)
    .query(({ ctx, input }) => countLikes(ctx.domain, ctx.actor, input)),
  /** The users who like a post. */
  likers: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /posts/:postId/likes',
      summary: 'Lists the members who like a post, most recent like first.',
      list: contract.userListItem,
    })
    .input(contract.likersInput)
    .query(({ ctx, input }) => listLikers(ctx.domain, ctx.actor, input)),
  /** For each of the posts, a member who likes it and whom the caller follows, if there is one. */
  byFriends: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /likes/friends',
      summary:
        'Returns, for each of up to 20 posts, one member who likes it and whom the caller follows, if there is one.',
      data: contract.likedByFriends,
    })
    .input(contract.likedByFriendsInput)
    .query(({ ctx, input }) => listLikedByFriends(ctx.domain, ctx.actor, input)),
  list: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /likes',
      summary: 'Lists likes, newest first: all, or those of one member.',
      list: contract.like,
    })
    .input(contract.likesInput)
    .query(({ ctx, input }) => listLikes(ctx.domain, ctx.actor, input)),
});
