import type { CommentView } from '@kith/contracts';
import type { CommentRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import { userSummary } from '../users/userView.ts';

export const commentView = (settings: DomainSettings, row: CommentRow): CommentView => ({
  commentId: row.id,
  postId: row.post_id,
  content: row.content,
  createdAt: row.created_at,
  user: userSummary(settings, { ...row, id: row.author_id }),
});
