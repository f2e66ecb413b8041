import type { PendingJob, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { PostRow } from './posts.ts';

type Page = readonly [viewer: number, at: string, id: number, rows: number];

type Users = [after: number, upTo: number, entries: number];

/** Statements about feeds. */
export const feedQueries = {
  home: list<Page, PostRow & { merging: boolean }>('feed/home'),
  both: list<Page, PostRow & { merging: boolean }>('feed/both'),
  merged: list<[...Page, oldest: string], PostRow>('feed/merged'),
  older: list<Page, PostRow>('feed/older'),
  nearby: list<readonly [...Page, posts: number], PostRow>('feed/nearby'),
  feedState: statement<
    [user: number],
    Columns<User, 'feedSince' | 'feedAsleep' | 'followingCount'> & { merging: boolean }
  >('feed/feedState'),
  fanOut: statement<
    [post: number, afterFollower: number, rows: number, job: number | null, traceContext: object | null],
    { next_job: PendingJob['id'] }
  >('feed/fanOut'),
  backfill: statement<[follower: number, followed: number, posts: number, job: number | null], never>('feed/backfill'),
  trim: statement<Users, never>('feed/trim'),
  removeUnneededMerges: statement<[after: number, upTo: number], never>('feed/removeUnneededMerges'),
  rebuild: statement<Users, never>('feed/rebuild'),
  markRead: statement<[user: number, upTo: string], Columns<User, 'id'>>('feed/markRead'),
  sweep: statement<[after: number, upTo: number], never>('feed/sweep'),
};
