import type { Membership, Post, User } from '../entities/index.ts';
import type { Columns, Plain } from '../rows.ts';
import { statement } from '../statement.ts';
import type { CommentRow } from './comments.ts';

type Reader = Columns<User, 'id'>;

/** Statements that select the recipients of an event among the users with open event streams. */
export const liveQueries = {
  postReaders: statement<[users: number[], post: number], Reader>('live/postReaders'),
  commentReaders: statement<[users: number[], comment: number], CommentRow & { readers: number[] }>(
    'live/commentReaders',
  ),
  feedReaders: statement<[users: number[], post: number], Reader>('live/feedReaders'),
  changeReaders: statement<
    [
      users: number[],
      post: number,
      author: number,
      before: Plain<Post['audience']> | null,
      watching: number[],
      frozenAt: string | null,
    ],
    Reader
  >('live/changeReaders'),
  deletedCommentReaders: statement<[users: number[], post: number, author: number, hidden: boolean], Reader>(
    'live/deletedCommentReaders',
  ),
  likerHidden: statement<[users: number[], liker: number, author: number], Reader>('live/likerHidden'),
  blocksAmong: statement<[users: number[], others: number[]], { one: number; other: number }>('live/blocksAmong'),
  typingReader: statement<[receiver: number, sender: number], Columns<Membership, 'chat'>>('live/typingReader'),
};
