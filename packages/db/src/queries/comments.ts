import { statement } from '../statement.ts';
import type { CommentCreatedRow, CommentRow } from './rows.ts';

/** Statements that read or write comments. */
export const commentQueries = {
  create: statement<[author: number, post: number, content: string, clientId: string | null], CommentCreatedRow>(
    'comments/create',
  ),
  byId: statement<[comment: number], CommentRow>('comments/byId'),
  byPost: statement<[post: number, before: number, rows: number], CommentRow>('comments/byPost'),
};
