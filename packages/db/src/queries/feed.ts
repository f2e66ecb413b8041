import { statement } from '../statement.ts';
import type { PostRow } from './rows.ts';

type Page = [viewer: number, at: string, id: number, rows: number];
type Members = [after: number, upTo: number, entries: number];

/** Statements that read or write feeds. */
export const feedQueries = {
  home: statement<Page, PostRow>('feed/home'),
  older: statement<Page, PostRow>('feed/older'),
  since: statement<[member: number], { feed_since: string | null }>('feed/since'),
  fanOut: statement<
    [post: number, afterFollower: number, rows: number, outbox: number | null],
    { last: number; reached: number }
  >('feed/fanOut'),
  backfill: statement<[follower: number, followed: number, posts: number, outbox: number | null], never>(
    'feed/backfill',
  ),
  trim: statement<Members, never>('feed/trim'),
  rebuild: statement<Members, never>('feed/rebuild'),
};
