import type { CommentRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import { type UserSummary, userSummary } from '../users/userView.ts';

export interface CommentView {
  commentId: number;
  postId: number;
  content: string;
  createdAt: string;
  user: UserSummary;
}

export const commentView = (settings: DomainSettings, row: CommentRow): CommentView => ({
  commentId: row.id,
  postId: row.post_id,
  content: row.content,
  createdAt: row.created_at,
  user: userSummary(settings, { ...row, id: row.author_id }),
});
