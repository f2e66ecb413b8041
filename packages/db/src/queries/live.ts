import type { User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';
import type { CommentRow } from './posts.ts';

type Reader = Columns<User, 'id'>;

/** Statements that read which users of many an event is for. */
export const liveQueries = {
  postReaders: statement<[users: number[], post: number], Reader>('live/postReaders'),
  commentReaders: statement<[users: number[], comment: number], CommentRow & { readers: number[] }>(
    'live/commentReaders',
  ),
  feedReaders: statement<[users: number[], post: number], Reader>('live/feedReaders'),
  followers: statement<[users: number[], author: number], Reader>('live/followers'),
};
