import { maxPictures, type PostView } from '@kith/contracts';
import { type Database, imageQueries, Post } from '@kith/db';
import { announce, queueRecordedJobs, recordJob } from '../afterCommit.ts';
import { requireLivingActor } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { FileContent } from '../ports.ts';
import { requireOwnPost } from '../posts/changePost.ts';
import { readPost } from '../posts/readPosts.ts';
import { putWords } from '../search/words.ts';
import { removeImages } from './imageMaintenance.ts';
import { recordProcessing, storeOriginal } from './originals.ts';

type EntityManager = ReturnType<Database['em']>;

/**
 * Changes the pictures of the caller's own post, serialised by a lock. Returns null if the post is not the caller's, or if
 * `work` returns nothing.
 */
const withPictures = <R>(
  ctx: Context,
  actor: Actor,
  postId: number,
  work: (em: EntityManager) => Promise<R | null | undefined>,
): Promise<R | null> =>
  ctx.db.transaction(async (em) => {
    await requireLivingActor(ctx, actor, em);
    const [locked] = await ctx.db.run(imageQueries.lock, [actor.userId, postId], em);
    return locked ? ((await work(em)) ?? null) : null;
  });

/** Updates a post's search index with the current descriptions of its pictures. */
async function putDescribed(ctx: Context, em: EntityManager, postId: number): Promise<void> {
  const { caption, location } = await em.findOneOrFail(Post, postId, { fields: ['caption', 'location'] });
  await putWords(ctx, em, [{ id: postId, caption, location }]);
}

export interface PictureFields {
  alt?: string | null | undefined;
  /** A repeated call with the same client id adds no second picture. */
  clientId?: string | undefined;
}

/** Adds a picture at the end of a post and returns its id. Throws `too-many-pictures` and the errors of `attachPostImage`. */
export async function addPostImage(
  ctx: Context,
  actor: Actor,
  postId: number,
  content: FileContent,
  { alt, clientId }: PictureFields = {},
): Promise<number> {
  await requireOwnPost(ctx, actor, postId);
  const { key, width, height, bytes } = await storeOriginal(ctx, content);
  let full = false;
  const image = await withPictures(ctx, actor, postId, async (em) => {
    const values = [key, width, height, bytes, alt || null, clientId ?? null, maxPictures] as const;
    const [row] = await ctx.db.run(imageQueries.add, [postId, actor.userId, ...values], em);
    full = row === undefined;
    if (row?.added) await recordProcessing(ctx, em, actor.userId, row.id);
    if (row?.added && alt) await putDescribed(ctx, em, postId);
    return row;
  });
  if (!image?.added) await removeImages(ctx, [key]);
  if (!image) throw new Refusal(full ? 'too-many-pictures' : 'not-found');
  await queueRecordedJobs(ctx);
  return image.id;
}

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
  const changed = await withPictures(ctx, actor, postId, async (em) => {
    const steps = [
      alt !== undefined && (await ctx.db.run(imageQueries.setDescription, [postId, imageId, alt || null], em)),
      position !== undefined && (await ctx.db.run(imageQueries.move, [postId, imageId, position], em)),
      // If neither is given, this only checks that the picture exists.
      alt === undefined && position === undefined && (await ctx.db.run(imageQueries.inPost, [postId, imageId], em)),
    ];
    if (steps.some((rows) => rows && rows.length === 0)) return null;
    if (alt !== undefined) await putDescribed(ctx, em, postId);
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
  const gone = await withPictures(ctx, actor, postId, async (em) => {
    const [picture] = await ctx.db.run(imageQueries.removeFromPost, [postId, imageId], em);
    if (!picture) return null;
    await putDescribed(ctx, em, postId);
    await recordJob(ctx, em, { name: 'images.remove', payload: { keys: [picture.key] } });
    return picture;
  });
  if (!gone) await refuse(ctx, actor, postId);
  await queueRecordedJobs(ctx);
  announceChange(ctx, actor, postId);
}

function announceChange(ctx: Context, { userId }: Actor, postId: number): void {
  announce(ctx, { name: 'post.changed', to: null, payload: { postId, authorId: userId, before: null } });
}

async function refuse(ctx: Context, actor: Actor, postId: number): Promise<never> {
  await requireOwnPost(ctx, actor, postId);
  throw new Refusal('not-found');
}
