import { statement } from '../statement.ts';
import type { PopularRow, PostRow } from './rows.ts';

/** Statements that read or write posts; parameters are named in each .sql file. */
export const postQueries = {
  byId: statement<[viewer: number, post: number], PostRow>('posts/byId'),
  byUser: statement<[viewer: number, author: number, at: string, id: number, rows: number], PostRow>('posts/byUser'),
  newest: statement<[viewer: number, at: string, id: number, rows: number], PostRow>('posts/newest'),
  popular: statement<[viewer: number, rank: number, rows: number, snapshot: number | null], PopularRow>(
    'posts/popular',
  ),
  create: statement<
    [
      author: number,
      caption: string,
      location: string | null,
      clientId: string | null,
      mentioned: string[],
      fanOutNow: number,
      queuedWith: object,
    ],
    { id: number; created: boolean; notified: number[]; outbox_id: number | null; followers_count: number }
  >('posts/create'),
};
