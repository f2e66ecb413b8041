import type { CommentCreated } from '@kith/contracts';
import { commentQueries } from '@kith/db';
import { announce } from '../announce.ts';
import { refuseNothingFound } from '../auth/livingActor.ts';
import type { Actor, Context } from '../context.ts';
import { firstRow } from '../firstRow.ts';
import { actAs } from '../permissions.ts';
import { commentView } from './commentView.ts';

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

/** Removes a comment; only its author and the post's may. Throws `not-found`, for anybody else too. */
export async function deleteComment(ctx: Context, actor: Actor, input: { commentId: number }): Promise<void> {
  const [row] = await ctx.db.run(commentQueries.remove, [actor.userId, input.commentId]);
  if (!row) return refuseNothingFound(ctx, actor);
  const { post_id: postId, post_author_id: authorId, comments_count: commentsCount } = row;
  announce(ctx, { name: 'comment.deleted', to: null, payload: { ...input, postId, authorId, commentsCount } });
}
