import * as contract from '@kith/contracts';
import { pageInput, userByIdInput } from '@kith/contracts';
import {
  changePostImage,
  countUserPosts,
  createPost,
  deletePost,
  listPopular,
  listPosts,
  listUserPosts,
  readPost,
  removePostImage,
  updatePost,
} from '@kith/domain';
import { adding, limited, router, signedIn } from '../trpc.ts';

export const posts = router({
  list: signedIn.input(pageInput).query(({ ctx, input }) => listPosts(ctx.domain, ctx.actor, input)),
  popular: signedIn.input(pageInput).query(({ ctx, input }) => listPopular(ctx.domain, ctx.actor, input)),
  byUser: signedIn
    .input(contract.userPostsInput)
    .query(({ ctx, input }) => listUserPosts(ctx.domain, ctx.actor, input)),
  byId: signedIn.input(contract.postByIdInput).query(({ ctx, input }) => readPost(ctx.domain, ctx.actor, input)),
  countByUser: signedIn.input(userByIdInput).query(({ ctx, input }) => countUserPosts(ctx.domain, ctx.actor, input)),
  create: adding('posts')
    .input(contract.createPostInput)
    .mutation(({ ctx, input }) => createPost(ctx.domain, ctx.actor, input)),
  update: limited('posts')
    .input(contract.updatePostInput)
    .mutation(({ ctx, input }) => updatePost(ctx.domain, ctx.actor, input)),
  delete: limited('posts')
    .input(contract.postByIdInput)
    .mutation(({ ctx, input }) => deletePost(ctx.domain, ctx.actor, input)),
  changeImage: limited('posts')
    .input(contract.changeImageInput)
    .mutation(({ ctx, input }) => changePostImage(ctx.domain, ctx.actor, input)),
  removeImage: limited('posts')
    .input(contract.postImageInput)
    .mutation(({ ctx, input }) => removePostImage(ctx.domain, ctx.actor, input)),
});
