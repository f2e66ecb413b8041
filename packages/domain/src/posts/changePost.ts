import type { Audience, CommentAudience, EventInput, PostView } from '@kith/contracts';
import { now, Post, postQueries } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { requireActiveAccount, requireSelf } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { changeEvent } from '../events/writeEvent.ts';
import { renamePicturesOf } from '../images/imageMaintenance.ts';
import { editWithLink, linkToShow } from '../linkPreviews/writeLinks.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { putWords } from '../search/words.ts';
import { placeholderUserId } from './erasePosts.ts';
import { readPost, requireOwnPost } from './readPosts.ts';

export interface UpdatePostInput {
  postId: number;
  userId?: number | undefined;
  caption: string;
  location?: string | null | undefined;
  /** The new audience; unchanged if not given. */
  audience?: Audience | undefined;
  /**
   * Whether the audience is frozen, so that members who join it later do not see the post; unchanged if not given. If the
   * audience is changed too, the new audience is frozen as of now.
   */
  audienceFrozen?: boolean | undefined;
  comments?: CommentAudience | undefined;
  /** The event's date and place; unchanged if not given. */
  event?: (EventInput & { cancelled?: boolean | undefined }) | undefined;
}

/**
 * Changes a post of the caller; the last edit wins. If some members who could see the post no longer can, its pictures get new
 * URLs. Throws `not-found`, `forbidden`, and for an event `not-an-event`, `invalid-event`.
 */
export async function updatePost(ctx: Context, actor: Actor, input: UpdatePostInput): Promise<PostView> {
  if (input.userId !== undefined) requireSelf(actor, input.userId);
  const { postId, caption, location, audience, audienceFrozen, comments, event } = input;
  const url = await linkToShow(ctx, actor, caption);
  const changed = await ctx.db.transaction(async (tx) => {
    await requireActiveAccount(ctx, actor, tx);
    const words = [caption, location || null, ctx.clock.now()] as const;
    const settings = [audience ?? null, comments ?? null, audienceFrozen ?? null] as const;
    const post = await editWithLink(tx, actor, { place: 'post', id: postId, text: caption, url }, () =>
      tx.run(postQueries.change, [actor.userId, postId, ...words, ...settings]),
    );
    // The row is locked by now, so of two concurrent edits the words of the later one are indexed.
    if (post) await putWords(tx, postId, actor.userId, { caption, location });
    if (post?.narrowed) await renamePicturesOf(tx, postId);
    if (post && event) await changeEvent(ctx, tx, postId, event);
    return post;
  });
  if (!changed) await requireOwnPost(ctx, actor, input.postId);
  else if (changed.narrowed || url || event) await queueRecordedJobs(ctx);
  const before = { before: changed?.before ?? null, frozenAt: changed?.before_frozen_at ?? null };
  const payload = { postId: input.postId, authorId: actor.userId, ...before };
  void announce(ctx, { name: 'post.changed', to: null, payload });
  return readPost(ctx, actor, { postId: input.postId });
}

/**
 * Deletes a post of the caller: it is hidden at once, and a job deletes its likes, comments and notifications. Throws
 * `not-found`, `forbidden`.
 */
export async function deletePost(ctx: Context, actor: Actor, { postId }: { postId: number }): Promise<void> {
  if (await removePost(ctx, actor.userId, postId)) return;
  await requireActiveAccount(ctx, actor);
  await requireOwnPost(ctx, actor, postId);
}

/** Deletes a post that has expired, like `deletePost`. Idempotent. */
export async function expirePost(ctx: Context, { postId }: { postId: number }): Promise<void> {
  const expired = { id: postId, expiresAt: { $lte: now() }, author: { $ne: placeholderUserId } };
  const post = await ctx.db.em().findOne(Post, expired);
  if (post) await removePost(ctx, post.author.id, postId, true);
}

async function removePost(ctx: Context, authorId: number, postId: number, expired = false): Promise<boolean> {
  const removed = await ctx.db.transaction(async (tx) => {
    const [post] = await tx.run(postQueries.remove, [authorId, postId, expired]);
    if (!post) return null;
    const keys = post.image_keys;
    if (keys.length > 0) await recordJob(tx, { name: 'images.remove', payload: { keys } });
    await recordJob(tx, { name: 'posts.erase', payload: { postId } });
    return post;
  });
  if (!removed) return false;
  await queueRecordedJobs(ctx);
  const before = { before: removed.before, frozenAt: removed.before_frozen_at };
  void announce(ctx, { name: 'post.deleted', to: null, payload: { postId, authorId, ...before } });
  return true;
}
