import * as contract from '@kith/contracts';
import { postByIdInput } from '@kith/contracts';
import { countLikes, likePost, listLikedByFriends, listLikers, listLikes, unlikePost } from '@kith/domain';
import { limited, router, signedIn } from '../trpc.ts';

export const likes = router({
  add: limited('likes')
    .input(contract.likeInput)
    .mutation(({ ctx, input }) => likePost(ctx.domain, ctx.actor, input)),
  remove: limited('likes')
    .input(contract.likeInput)
    .mutation(({ ctx, input }) => unlikePost(ctx.domain, ctx.actor, input)),
  count: signedIn.input(postByIdInput).query(({ ctx, input }) => countLikes(ctx.domain, ctx.actor, input)),
  /** The users who like a post. */
  likers: signedIn.input(contract.likersInput).query(({ ctx, input }) => listLikers(ctx.domain, ctx.actor, input)),
  /** For each of the posts, a member who likes it and whom the caller follows, if there is one. */
  byFriends: signedIn
    .input(contract.likedByFriendsInput)
    .query(({ ctx, input }) => listLikedByFriends(ctx.domain, ctx.actor, input)),
  list: signedIn.input(contract.likesInput).query(({ ctx, input }) => listLikes(ctx.domain, ctx.actor, input)),
});
