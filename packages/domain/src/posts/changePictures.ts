import type { PostView } from '@kith/contracts';
import { imageQueries } from '@kith/db';
import { announce, queueRecordedJobs, recordJob } from '../afterCommit.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { putDescribed } from '../search/words.ts';
import { withPictures } from './postPicture.ts';
import { readPost, requireOwnPost } from './readPosts.ts';

interface ChangeImage {
  postId: number;
  imageId: number;
  /** The new description: null or empty for none; unchanged if not given. */
  alt?: string | null | undefined;
  /** The new position, counted from 0; a position beyond the end makes the picture the last. */
  position?: number | undefined;
}

/** Changes the description or the position of a picture of the caller's own post. Throws `not-found`, `forbidden`. */
export async function changePostImage(ctx: Context, actor: Actor, input: ChangeImage): Promise<PostView> {
  const { postId, imageId, alt, position } = input;
  const changed = await withPictures(ctx, actor, postId, async (tx) => {
    const steps = [
      alt !== undefined && (await tx.run(imageQueries.setDescription, [postId, imageId, alt || null])),
      position !== undefined && (await tx.run(imageQueries.move, [postId, imageId, position])),
      // If neither is given, this only checks that the picture exists.
      alt === undefined && position === undefined && (await tx.run(imageQueries.inPost, [postId, imageId])),
    ];
    if (steps.some((rows) => rows && rows.length === 0)) return null;
    if (alt !== undefined) await putDescribed(tx, postId);
    return true;
  });
  if (!changed) return refuse(ctx, actor, postId);
  announceChange(ctx, actor, postId);
  return readPost(ctx, actor, { postId });
}

/** Removes a picture from the caller's own post; a job deletes its files. Throws `not-found`, `forbidden`. */
export async function removePostImage(
  ctx: Context,
  actor: Actor,
  { postId, imageId }: { postId: number; imageId: number },
): Promise<void> {
  const gone = await withPictures(ctx, actor, postId, async (tx) => {
    const [picture] = await tx.run(imageQueries.removeFromPost, [postId, imageId]);
    if (!picture) return null;
    await putDescribed(tx, postId);
    await recordJob(tx, { name: 'images.remove', payload: { keys: [picture.key] } });
    return picture;
  });
  if (!gone) await refuse(ctx, actor, postId);
  await queueRecordedJobs(ctx);
  announceChange(ctx, actor, postId);
}

function announceChange(ctx: Context, { userId }: Actor, postId: number): void {
  void announce(ctx, { name: 'post.changed', to: null, payload: { postId, authorId: userId, before: null } });
}

async function refuse(ctx: Context, actor: Actor, postId: number): Promise<never> {
  await requireOwnPost(ctx, actor, postId);
  throw new Refusal('not-found');
}
