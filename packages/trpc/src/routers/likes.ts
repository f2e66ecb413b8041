import * as contract from '@kith/contracts';
import { countLikes, likePost, listLikedByFriends, listLikers, listLikes, unlikePost } from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const likes = router({
  add: signedIn
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'POST /likes',
      summary: 'Likes a post as the caller; again is harmless.',
      data: contract.likeOutput,
    })
    .input(contract.likeInput)
    .mutation(({ ctx, input }) => likePost(ctx.domain, ctx.actor, input)),
  remove: signedIn
    .meta({
      scope: 'write',
      limit: 'likes',
      rest: 'DELETE /likes',
      summary: 'Takes the caller’s like back; again is harmless.',
      data: contract.likeOutput,
    })
    .input(contract.likeInput)
    .mutation(({ ctx, input }) => unlikePost(ctx.domain, ctx.actor, input)),
  count: signedIn
    .meta({ scope: 'read', rest: 'GET /likes/count/:postId', summary: 'How many like a post.', data: contract.count })
    .input(contract.postByIdInput)
    .query(({ ctx, input }) => countLikes(ctx.domain, ctx.actor, input)),
  /** The users who like a post. */
  likers: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /posts/:postId/likes',
      summary: 'Members who like a post, the last first.',
      list: contract.userListItem,
    })
    .input(contract.likersInput)
    .query(({ ctx, input }) => listLikers(ctx.domain, ctx.actor, input)),
  /** For each of the posts, a member who likes it and whom the caller follows, if there is one. */
  byFriends: signedIn
    .meta({
      scope: 'read',
      rest: 'GET /likes/friends',
      summary: 'For each of up to 20 posts, somebody whom the caller follows and who likes it.',
      data: contract.likedByFriends,
    })
    .input(contract.likedByFriendsInput)
    .query(({ ctx, input }) => listLikedByFriends(ctx.domain, ctx.actor, input)),
  list: signedIn
    .meta({ scope: 'read', rest: 'GET /likes', summary: 'Likes; all, or one member’s.', list: contract.like })
    .input(contract.likesInput)
    .query(({ ctx, input }) => listLikes(ctx.domain, ctx.actor, input)),
});
