import type { CommentCreated, CommentView, Page } from '@kith/contracts';
import { type CommentRow, commentQueries } from '@kith/db';
import { announce, firstRow } from './afterCommit.ts';
import { actAs, refuseNothingFound } from './auth/actor.ts';
import type { Actor, Context, DomainSettings } from './context.ts';
import { idCursor, type PageInput, toPage } from './cursor.ts';
import { Refusal } from './errors.ts';
import { postCounts } from './posts/readPosts.ts';
import { userSummary } from './users/userView.ts';

export const commentView = (settings: DomainSettings, row: CommentRow): CommentView => ({
  commentId: row.id,
  postId: row.post_id,
  content: row.content,
  createdAt: row.created_at,
  user: userSummary(settings, { ...row, id: row.author_id }),
});

export interface CreateComment {
  userId: number;
  postId: number;
  content: string;
  clientId?: string | undefined;
}

/** Comments as the caller; repeated with the same client id it answers with the first. Throws `forbidden`, `not-found`. */
export async function createComment(ctx: Context, actor: Actor, input: CreateComment): Promise<CommentCreated> {
  actAs(actor, input.userId);
  const row = await firstRow(
    () => ctx.db.run(commentQueries.create, [actor.userId, input.postId, input.content, input.clientId ?? null]),
    input.clientId,
  );
  if (!row) return refuseNothingFound(ctx, actor);
  if (row.changed) {
    const payload = {
      commentId: row.id,
      postId: row.post_id,
      authorId: row.post_author_id,
      userId: actor.userId,
      commentsCount: row.comments_count,
    };
    announce(ctx, { name: 'comment.created', to: null, payload });
  }
  if (row.notified) {
    const recipientId = row.post_author_id;
    announce(ctx, { name: 'notification.created', to: [recipientId], payload: { recipientId } });
  }
  return { ...commentView(ctx.settings, row), commentsCount: row.comments_count };
}

/** Removes a comment; only its author and the post's may. Throws `forbidden` for who else sees it, `not-found`. */
export async function deleteComment(ctx: Context, actor: Actor, input: { commentId: number }): Promise<void> {
  const [row] = await ctx.db.run(commentQueries.remove, [actor.userId, input.commentId]);
  if (!row) {
    const [seen] = await ctx.db.run(commentQueries.byId, [actor.userId, input.commentId]);
    if (seen && seen.author_id !== actor.userId) throw new Refusal('forbidden');
    return refuseNothingFound(ctx, actor);
  }
  const { post_id: postId, post_author_id: authorId, comments_count: commentsCount } = row;
  announce(ctx, { name: 'comment.deleted', to: null, payload: { ...input, postId, authorId, commentsCount } });
}

/** A post's comments, newest first; nothing for a post there is not. */
export async function listComments(
  ctx: Context,
  actor: Actor,
  input: PageInput & { postId: number },
): Promise<Page<CommentView>> {
  const rows = await ctx.db.run(commentQueries.byPost, [
    actor.userId,
    input.postId,
    idCursor(input.cursor),
    input.limit + 1,
  ]);
  return toPage(
    rows,
    input.limit,
    (row) => commentView(ctx.settings, row),
    (row) => [row.id],
  );
}

/** How many comments a post has. Throws `not-found`. */
export const countComments = async (ctx: Context, actor: Actor, input: { postId: number }): Promise<number> =>
  (await postCounts(ctx, actor, input.postId)).comments_count;
