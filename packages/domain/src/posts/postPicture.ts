import { maxAlbumPictures, maxPictures } from '@kith/contracts';
import { Image, imageQueries, LockMode, Post, type Transaction } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { notifyOfAddition } from '../albums/notifyAlbum.ts';
import { type PictureRights, pictureRights, requireAdding } from '../albums/pictureRights.ts';
import { requireActiveAccount } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { attaching, recordProcessing, removeImages, storeOriginal, storePictureOrVideo } from '../images/imageFiles.ts';
import { lockImage } from '../images/imageStatus.ts';
import type { PictureFields, PictureHandler } from '../images/pictureHandler.ts';
import { scheduleDelivery } from '../notifications.ts';
import { queueRecordedJobs } from '../pendingJobs.ts';
import type { FileContent } from '../ports.ts';
import { putDescribed } from '../search/words.ts';
import { showPost } from './createPost.ts';
import { requireOwnPost } from './readPosts.ts';

/** The post that a picture is uploaded for. `place` says whether it becomes the post's first picture or is added as the last. */
interface Target {
  postId: number;
  place: 'first' | 'last';
}

/**
 * Sets the first picture of a post. A post without a picture shows a placeholder at once; a replacement is shown once its
 * variants exist, so that an unreadable picture leaves the post as it was. Returns the image's id.
 */
async function setFirst(ctx: Context, actor: Actor, postId: number, content: FileContent): Promise<number> {
  const original = await storeOriginal(ctx, content);
  const attach = async (tx: Transaction) => {
    await requireActiveAccount(ctx, actor, tx);
    const ofAuthor = { id: postId, author: actor.userId };
    const post = await tx.em().findOne(Post, ofAuthor, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!post) throw new Refusal('not-found');
    const image = tx.em().create(Image, { owner: actor.userId, kind: 'post', postId, ...original });
    post.image ??= image;
    await tx.em().persist(image).flush();
    await recordProcessing(tx, actor.userId, image.id);
    return image.id;
  };
  const imageId = await attaching(ctx, original, () => ctx.db.transaction(attach));
  await queueRecordedJobs(ctx);
  return imageId;
}

/**
 * Changes the pictures of a post in a transaction that holds the post's lock. `work` gets the caller's rights, as they are then: null
 * if the caller does not see the post.
 */
export const withPictures = <R>(
  ctx: Context,
  actor: Actor,
  postId: number,
  work: (tx: Transaction, rights: PictureRights | null) => Promise<R>,
): Promise<R> =>
  ctx.db.transaction(async (tx) => {
    await requireActiveAccount(ctx, actor, tx);
    await tx.run(imageQueries.lockPost, [postId]);
    return work(tx, await pictureRights(tx, actor.userId, postId));
  });

/**
 * Adds a picture or a video at the end of a post, and returns the image's id. The rights are checked once more, because the upload
 * may have taken a while. Throws `too-many-pictures`, `album-full`, and what `requireAdding` throws.
 */
async function addLast(
  ctx: Context,
  actor: Actor,
  postId: number,
  content: FileContent,
  { alt, clientId, takeUpload, ...file }: PictureFields,
): Promise<number> {
  const original = await storePictureOrVideo(ctx, content, file);
  const { key, width, height, bytes, media } = original;
  const attach = async (tx: Transaction, rights: PictureRights | null) => {
    const { album } = requireAdding(rights, actor);
    const max = album ? maxAlbumPictures : maxPictures;
    const values = [key, width, height, bytes, alt || null, clientId ?? null, max, media] as const;
    const [row] = await tx.run(imageQueries.add, [postId, actor.userId, ...values]);
    if (!row) throw new Refusal(album ? 'album-full' : 'too-many-pictures');
    if (row.added) await takeUpload?.(tx);
    if (row.added) await recordProcessing(tx, actor.userId, row.id);
    if (row.added && alt) await putDescribed(tx, postId);
    return row;
  };
  const image = await attaching(ctx, original, () => withPictures(ctx, actor, postId, attach));
  // The same upload was attached before.
  if (!image.added) await removeImages(ctx, [key]);
  await queueRecordedJobs(ctx);
  return image.id;
}

/** Publishes that a post has changed, and returns it; null if it was deleted meanwhile. */
async function announcePost(ctx: Context, { postId }: Image): Promise<Pick<Post, 'kind'> | null> {
  const post = await ctx.db.em().findOne(Post, Number(postId), { fields: ['author', 'kind'] });
  if (!post) return null;
  const payload = { postId: Number(postId), authorId: post.author.id, before: null };
  void announce(ctx, { name: 'post.changed', to: null, payload });
  return post;
}

/** Throws unless the caller may upload a picture for the place. */
async function requireRight(ctx: Context, actor: Actor, { postId, place }: Target): Promise<void> {
  if (place === 'first') return requireOwnPost(ctx, actor, postId);
  requireAdding(await pictureRights(ctx.db, actor.userId, postId), actor);
}

/** A picture of a post. Uploads throw `not-found`, and `forbidden` if the caller is not the author, nor tagged in an album. */
export const postPicture: PictureHandler<Target> = {
  variants: 'post',

  authorize: requireRight,

  async attach(ctx, actor, { postId, place }, content, fields = {}) {
    await requireRight(ctx, actor, { postId, place });
    const imageId =
      place === 'first'
        ? await setFirst(ctx, actor, postId, content)
        : await addLast(ctx, actor, postId, content, fields);
    return { imageId };
  },

  async findAttached(ctx, actor, { postId }, clientId) {
    const image = await ctx.db.em().findOne(Image, { postId, owner: actor.userId, clientId }, { fields: ['id'] });
    return image && { imageId: image.id };
  },

  async show(tx, { id, postId, position, owner }) {
    await notifyOfAddition(tx, Number(postId), owner.id);
    // Without a position the image is the only picture of its post, or replaces the first.
    if (position !== null) return [];
    const [replaced] = await tx.run(imageQueries.replaceFirst, [Number(postId), id]);
    return replaced?.keys ?? [];
  },

  showsFailure: async (tx, { id, position }) => position !== null || (await tx.em().count(Post, { image: id })) > 0,

  async announce(ctx, image) {
    const post = await announcePost(ctx, image);
    if (post?.kind === 'album') await scheduleDelivery(ctx);
    // Publishes the post itself if it waited only for this picture.
    await showPost(ctx, { postId: Number(image.postId) });
  },

  async discard(ctx, imageId) {
    const image = await ctx.db.transaction(async (tx) => {
      const image = await lockImage(tx, imageId, 'failed');
      if (image) await tx.run(imageQueries.removeFromPost, [Number(image.postId), imageId]);
      return image;
    });
    if (image) await announcePost(ctx, image);
  },
};
