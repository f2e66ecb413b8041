import * as contract from '@kith/contracts';
import {
  changePostImage,
  countUserPosts,
  createPost,
  deletePost,
  listPopular,
  listPostImages,
  listPosts,
  listUserPosts,
  readPost,
  removePostImage,
  updatePost,
} from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const posts = router({
  list: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /posts',
      summary: 'Lists all posts that the caller may see, newest first.',
      list: contract.post,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listPosts(ctx.domain, ctx.actor, input)),
  popular: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /posts/popular',
      summary: 'Lists popular posts by their rank in the newest ranking.',
      list: contract.post,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => listPopular(ctx.domain, ctx.actor, input)),
  byUser: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /users/:userId/posts',
      summary: 'Lists the posts of a member, newest first.',
      list: contract.post,
    })
    .input(contract.userPostsInput)
    .query(({ ctx, input }) => listUserPosts(ctx.domain, ctx.actor, input)),
  byId: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /posts/:postId',
      summary: 'Returns a post, if the caller may see it.',
      data: contract.post,
    })
    .input(contract.postByIdInput)
    .query(({ ctx, input }) => readPost(ctx.domain, ctx.actor, input)),
  countByUser: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /posts/user/:userId/count',
      summary: 'Counts the posts of a member that the caller may see.',
      data: contract.count,
    })
    .input(contract.userByIdInput)
    .query(({ ctx, input }) => countUserPosts(ctx.domain, ctx.actor, input)),
  create: protectedProcedure
    .meta({
      scope: 'write',
      createLimit: 'posts',
      rest: 'POST /posts',
      summary: 'Publishes a post. A repeated `clientId` returns the first post.',
      data: contract.post,
      status: 201,
      message: 'Post created',
    })
    .input(contract.createPostInput)
    .mutation(({ ctx, input }) => createPost(ctx.domain, ctx.actor, input)),
  update: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'posts',
      rest: 'PATCH /posts/:postId',
      summary: 'Edits the caller’s post.',
      data: contract.post,
      message: 'Post updated',
    })
    .input(contract.updatePostInput)
    .mutation(({ ctx, input }) => updatePost(ctx.domain, ctx.actor, input)),
  delete: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'posts',
      rest: 'DELETE /posts/:postId',
      summary: 'Deletes the caller’s post with its likes, comments and pictures.',
      status: 204,
    })
    .input(contract.postByIdInput)
    .mutation(({ ctx, input }) => deletePost(ctx.domain, ctx.actor, input)),
  images: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /posts/:postId/images',
      summary: 'Lists all pictures of a post in order; in an album, each with the member who added it.',
      list: contract.postPicture,
    })
    .input(contract.postImagesInput)
    .query(({ ctx, input }) => listPostImages(ctx.domain, ctx.actor, input)),
  changeImage: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'posts',
      rest: 'PATCH /posts/:postId/images/:imageId',
      summary: 'Changes the description of an own picture, or the position of a picture of the caller’s post.',
      data: contract.post,
      message: 'Picture updated',
    })
    .input(contract.changeImageInput)
    .mutation(({ ctx, input }) => changePostImage(ctx.domain, ctx.actor, input)),
  removeImage: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'posts',
      rest: 'DELETE /posts/:postId/images/:imageId',
      summary: 'Deletes a picture of the caller’s post, or one that the caller added to an album.',
      status: 204,
    })
    .input(contract.postImageInput)
    .mutation(({ ctx, input }) => removePostImage(ctx.domain, ctx.actor, input)),
});
