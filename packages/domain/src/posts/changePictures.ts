import type { PostView } from '@kith/contracts';
import { Image, imageQueries, Post, type Transaction } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { requireAdding, requirePicture } from '../albums/pictureRights.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { putDescribed } from '../search/words.ts';
import { withPictures } from './postPicture.ts';
import { readPost } from './readPosts.ts';

interface ChangeImage {
  postId: number;
  imageId: number;
  /** The new description: null or empty for none; unchanged if not given. */
  alt?: string | null | undefined;
  /** The new position, counted from 0; a position beyond the end makes the picture the last. */
  position?: number | undefined;
}

/** Who added the picture to the post; undefined if the post has no such picture, or will show it only once it is processed. */
async function ownerOf(tx: Transaction, postId: number, imageId: number): Promise<number | undefined> {
  const image = await tx.em().findOne(Image, { id: imageId, postId });
  const isShown = image?.position != null || (await tx.em().count(Post, { id: postId, image: imageId })) > 0;
  return isShown ? image?.owner.id : undefined;
}

/**
 * Changes the description of an own picture, or the position of any picture of an own post. Throws `not-found`, `forbidden`.
 */
export async function changePostImage(ctx: Context, actor: Actor, input: ChangeImage): Promise<PostView> {
  const { postId, imageId, alt, position } = input;
  const authorId = await withPictures(ctx, actor, postId, async (tx, rights) => {
    const { authorId, may } = requireAdding(rights, actor);
    const ownerId = await ownerOf(tx, postId, imageId);
    requirePicture(rights, actor, ownerId);
    const isAllowed = (position === undefined || may === 'all') && (alt === undefined || ownerId === actor.userId);
    if (!isAllowed) throw new Refusal('forbidden');
    if (alt !== undefined) {
      await tx.em().nativeUpdate(Image, { id: imageId, postId }, { alt: alt || null });
      await putDescribed(tx, postId);
    }
    if (position !== undefined) await tx.run(imageQueries.move, [postId, imageId, position]);
    return authorId;
  });
  announceChange(ctx, authorId, postId);
  return readPost(ctx, actor, { postId });
}

/** Takes a picture out of a post, with its row. The transaction must have locked the post; a job deletes the files. */
export async function takeOut(tx: Transaction, postId: number, imageId: number): Promise<void> {
  const [picture] = await tx.run(imageQueries.removeFromPost, [postId, imageId]);
  if (!picture) return;
  await putDescribed(tx, postId);
  await recordJob(tx, { name: 'images.remove', payload: { keys: [picture.key] } });
}

/**
 * Removes a picture from an own post, or an own picture from an album, even if the caller may not see the album any more. Throws
 * `not-found`, `forbidden`.
 */
export async function removePostImage(
  ctx: Context,
  actor: Actor,
  { postId, imageId }: { postId: number; imageId: number },
): Promise<void> {
  const seen = await withPictures(ctx, actor, postId, async (tx, rights) => {
    const ownerId = await ownerOf(tx, postId, imageId);
    requirePicture(rights, actor, ownerId);
    await takeOut(tx, postId, imageId);
    return rights;
  });
  await queueRecordedJobs(ctx);
  const authorId = seen?.authorId ?? (await ctx.db.em().findOne(Post, postId, { fields: ['author'] }))?.author.id;
  if (authorId !== undefined) announceChange(ctx, authorId, postId);
}

function announceChange(ctx: Context, authorId: number, postId: number): void {
  void announce(ctx, { name: 'post.changed', to: null, payload: { postId, authorId, before: null } });
}
