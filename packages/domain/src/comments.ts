import {
  type CommentCreated,
  type CommentLikeState,
  type CommentView,
  mentionedNames,
  type Page,
} from '@kith/contracts';
import { Comment, type CommentRow, commentQueries, postQueries } from '@kith/db';
import { announce } from './afterCommit.ts';
import { refuseMissing, requireSelf } from './auth/actor.ts';
import type { Actor, Context, DomainSettings } from './context.ts';
import { idCursor, type PageInput } from './cursor.ts';
import { Refusal } from './errors.ts';
import { type PictureAddresses, pictureAddresses } from './images/pictureAddresses.ts';
import { linkViews } from './linkPreviews/linkView.ts';
import { editWithLink, linkToShow, writeWithLink } from './linkPreviews/writeLinks.ts';
import { scheduleDelivery } from './notifications.ts';
import { queueRecordedJobs } from './pendingJobs.ts';
import { placeholderUserId } from './posts/erasePosts.ts';
import { postCounts } from './posts/readPosts.ts';
import { userSummary } from './users/userView.ts';
import { visiblePage } from './visiblePage.ts';

/** What the API shows of a deleted comment that has replies. */
const deletedComment = { content: '', user: null, likesCount: 0, likedByMe: false, links: [] };

export const commentView = (settings: DomainSettings, address: PictureAddresses, row: CommentRow): CommentView => ({
  commentId: row.id,
  postId: row.post_id,
  parentId: row.parent_id,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  repliesCount: row.replies_count,
  ...(row.author_id === null || row.user_name === null
    ? deletedComment
    : {
        content: row.content,
        user: userSummary(settings, { ...row, id: row.author_id, user_name: row.user_name }),
        likesCount: row.likes_count,
        likedByMe: row.liked_by_me,
        links: linkViews(address, row.link),
      }),
});

export interface CreateCommentInput {
  userId: number;
  postId: number;
  content: string;
  parentId?: number | null | undefined;
  clientId?: string | undefined;
  /** False for a comment whose link gets no preview. */
  preview?: boolean | undefined;
}

/**
 * Throws the reason why a comment was not inserted: `comments-closed` if the caller sees the post but may not comment, else
 * `not-found`, because the post or the parent does not exist for the caller.
 */
async function refuseInsert(ctx: Context, actor: Actor, postId: number): Promise<never> {
  const [post] = await ctx.db.run(postQueries.byIds, [actor.userId, [postId]]);
  if (post && post.author_id !== actor.userId && post.commenters !== 'everyone') throw new Refusal('comments-closed');
  return refuseMissing(ctx, actor);
}

/**
 * Writes a comment as the caller, or a reply to a comment of the same post. A repeated call with the same client id returns the
 * first comment. Throws `forbidden`, `comments-closed`, and `not-found`, also for a client id of a comment on another post.
 */
export async function createComment(ctx: Context, actor: Actor, input: CreateCommentInput): Promise<CommentCreated> {
  requireSelf(actor, input.userId);
  const { postId, content, parentId = null, clientId, preview } = input;
  const names = mentionedNames(content);
  const values = [actor.userId, postId, content, clientId ?? null, parentId] as const;
  const url = await linkToShow(ctx, actor, content, preview);
  const created = await writeWithLink(ctx, actor, 'comment', { url }, (db) =>
    names.length ? db.run(commentQueries.createMentioning, [...values, names]) : db.run(commentQueries.create, values),
  );
  // What an earlier or concurrent call with the client id has written: the insert waited for that call, but could not see its row.
  const ofClient = { author: actor.userId, post: postId, clientId };
  const known =
    created || clientId === undefined ? null : await ctx.db.em().findOne(Comment, ofClient, { populate: ['post'] });
  if (created) {
    const payload = { commentId: created.id, postId, authorId: created.post_author_id, userId: actor.userId };
    void announce(ctx, { name: 'comment.created', to: null, payload });
    if (created.notified.length > 0) await scheduleDelivery(ctx);
  }
  const id = known?.id ?? (url === null ? undefined : created?.id);
  // The statement that inserts a comment does not see its preview yet.
  const [read] = id === undefined ? [] : await ctx.db.run(commentQueries.byId, [actor.userId, id]);
  const row = read ?? created;
  if (!row) return refuseInsert(ctx, actor, postId);
  const commentsCount = created?.comments_count ?? known?.post.commentsCount ?? 0;
  return { ...commentView(ctx.settings, await pictureAddresses(ctx), row), commentsCount };
}

/**
 * Throws the reason why the caller could not change a comment: `forbidden` if it is by somebody else and the caller can see it,
 * otherwise `not-found`.
 */
async function refuseUpdate(ctx: Context, actor: Actor, commentId: number): Promise<never> {
  const [seen] = await ctx.db.run(commentQueries.byId, [actor.userId, commentId]);
  if (seen && seen.author_id !== actor.userId) throw new Refusal('forbidden');
  return refuseMissing(ctx, actor);
}

/** Edits a comment of the caller. Throws `forbidden`, `not-found`. */
export async function updateComment(
  ctx: Context,
  actor: Actor,
  input: { commentId: number; content: string },
): Promise<CommentView> {
  const { commentId, content } = input;
  const url = await linkToShow(ctx, actor, content);
  const changed = await ctx.db.transaction((tx) =>
    editWithLink(tx, actor, { place: 'comment', id: commentId, text: content, url }, () =>
      tx.run(commentQueries.change, [actor.userId, commentId, content]),
    ),
  );
  if (!changed) return refuseUpdate(ctx, actor, commentId);
  if (url) await queueRecordedJobs(ctx);
  const [row] = await ctx.db.run(commentQueries.byId, [actor.userId, input.commentId]);
  if (!row) return refuseMissing(ctx, actor);
  const payload = { commentId: row.id, postId: row.post_id, authorId: actor.userId };
  void announce(ctx, { name: 'comment.changed', to: null, payload });
  return commentView(ctx.settings, await pictureAddresses(ctx), row);
}

/**
 * Deletes a comment, on behalf of its author or the author of the post. A comment with replies becomes a tombstone without text
 * and author. Throws `forbidden` for other members who can see the comment, and otherwise `not-found`.
 */
export async function deleteComment(ctx: Context, actor: Actor, input: { commentId: number }): Promise<void> {
  const remove = async () => (await ctx.db.run(commentQueries.remove, [actor.userId, input.commentId]))[0];
  // The first attempt deletes nothing if a reply is inserted concurrently; the second one sees that reply.
  const row = (await remove()) ?? (await remove());
  if (!row) return refuseUpdate(ctx, actor, input.commentId);
  const { post_id: postId, post_author_id: authorId, author_id: userId, parent_id: parentId, hidden } = row;
  if (parentId !== null) {
    const tombstone = { id: parentId, author: placeholderUserId, repliesCount: 0 };
    await ctx.db.em().nativeDelete(Comment, tombstone);
  }
  const payload = { ...input, postId, parentId, authorId, userId, hidden };
  void announce(ctx, { name: 'comment.deleted', to: null, payload });
}

async function changeLike(
  ctx: Context,
  actor: Actor,
  { commentId }: { commentId: number },
  liked: boolean,
): Promise<CommentLikeState> {
  const [row] = await ctx.db.run(liked ? commentQueries.like : commentQueries.unlike, [actor.userId, commentId]);
  if (!row) return refuseMissing(ctx, actor);
  // If nothing changed, a concurrent call may just have changed the number of likes, and this statement's snapshot does not
  // contain that change. So another statement reads the comment.
  const [now] = row.changed ? [row] : await ctx.db.run(commentQueries.byId, [actor.userId, commentId]);
  if (row.changed) {
    const payload = { commentId, liked, postId: row.post_id, authorId: row.post_author_id, userId: actor.userId };
    void announce(ctx, { name: 'comment.liked', to: null, payload });
  }
  if (row.notified) await scheduleDelivery(ctx);
  return { commentId, liked, likesCount: now?.likes_count ?? row.likes_count };
}

/** Likes a comment. Idempotent. Throws `not-found`. */
export const likeComment = (ctx: Context, actor: Actor, input: { commentId: number }) =>
  changeLike(ctx, actor, input, true);

/** Removes the caller's like of a comment. Idempotent. Throws `not-found`. */
export const unlikeComment = (ctx: Context, actor: Actor, input: { commentId: number }) =>
  changeLike(ctx, actor, input, false);

/** The top-level comments of a post, newest first by default; empty if there is no such post. */
export async function listComments(
  ctx: Context,
  actor: Actor,
  input: PageInput & { postId: number; order?: 'newest' | 'oldest' | undefined },
): Promise<Page<CommentView>> {
  const oldest = input.order === 'oldest';
  const address = await pictureAddresses(ctx);
  return visiblePage(input, {
    key: (cursor) => idCursor(cursor, oldest ? 0 : undefined),
    read: (seen, rows) =>
      ctx.db.run(oldest ? commentQueries.oldest : commentQueries.newest, [actor.userId, input.postId, seen, rows]),
    view: (row) => commentView(ctx.settings, address, row),
    keyOf: (row) => [row.id],
  });
}

/** The replies to a top-level comment, oldest first; empty if there is no such comment. */
export async function listReplies(
  ctx: Context,
  actor: Actor,
  input: PageInput & { commentId: number },
): Promise<Page<CommentView>> {
  const address = await pictureAddresses(ctx);
  return visiblePage(input, {
    key: (cursor) => idCursor(cursor, 0),
    read: (after, rows) => ctx.db.run(commentQueries.replies, [actor.userId, input.commentId, after, rows]),
    view: (row) => commentView(ctx.settings, address, row),
    keyOf: (row) => [row.id],
  });
}

/** The number of comments of a post, including replies. Throws `not-found`. */
export const countComments = async (ctx: Context, actor: Actor, input: { postId: number }): Promise<number> =>
  (await postCounts(ctx, actor, input.postId)).comments_count;
