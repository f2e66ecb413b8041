import type { Comment, Post, User } from '../entities/index.ts';
import type { Columns, Examined, Joined } from '../rows.ts';
import { list, statement } from '../statement.ts';

/** A comment with its author. The author is null for a tombstone, which is a deleted comment that has replies. */
export type CommentRow = Columns<Comment, 'id' | 'post' | 'parent' | 'content' | 'createdAt'> &
  Columns<Comment, 'editedAt' | 'likesCount' | 'repliesCount'> &
  Joined<User, 'userName' | 'pictureKey'> & { author_id: User['id'] | null; liked_by_me: boolean };

type CommentOfPostRow = CommentRow & Columns<Post, 'commentsCount'> & { post_author_id: User['id'] };
export type NewComment = [
  author: number,
  post: number,
  content: string,
  clientId: string | null,
  answered: number | null,
];

/** The result of a like or unlike: the new count, whether anything changed, whether the comment's author was notified. */
type CommentLikeRow = Columns<Comment, 'post' | 'author' | 'likesCount'> & {
  post_author_id: User['id'];
  changed: boolean;
  notified: boolean;
};

type PageOfComments = [viewer: number, of: number, seen: number, rows: number];

/** Statements about comments. */
export const commentQueries = {
  create: statement<NewComment, CommentOfPostRow & { notified: User['id'][] }>('comments/create'),
  createMentioning: statement<[...NewComment, mentioned: string[]], CommentOfPostRow & { notified: User['id'][] }>(
    'comments/createMentioning',
  ),
  byClientId: statement<[author: number, clientId: string], CommentOfPostRow>('comments/byClientId'),
  byId: statement<[viewer: number, comment: number], CommentRow>('comments/byId'),
  newest: list<PageOfComments, CommentRow & Examined>('comments/newest'),
  oldest: list<PageOfComments, CommentRow & Examined>('comments/oldest'),
  replies: list<PageOfComments, CommentRow & Examined>('comments/replies'),
  change: statement<[author: number, comment: number, content: string], Columns<Comment, 'id'>>('comments/change'),
  like: statement<[user: number, comment: number], CommentLikeRow>('comments/like'),
  unlike: statement<[user: number, comment: number], CommentLikeRow>('comments/unlike'),
  remove: statement<
    [by: number, comment: number],
    Columns<Comment, 'post' | 'author' | 'parent'> & {
      post_author_id: User['id'];
      hidden: boolean;
      comments_count: number;
    }
  >('comments/remove'),
  removeTombstone: statement<[comment: number], never>('comments/removeTombstone'),
};
