import type { User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { PostRow } from './posts.ts';

type Page = readonly [viewer: number, at: string, id: number, rows: number];
type Users = [after: number, upTo: number, entries: number];

/** Statements that read or write feeds. */
export const feedQueries = {
  home: list<Page, PostRow & { merging: boolean }>('feed/home'),
  both: list<Page, PostRow & { merging: boolean }>('feed/both'),
  merged: list<[...Page, oldest: string], PostRow>('feed/merged'),
  older: list<Page, PostRow>('feed/older'),
  nearby: list<readonly [...Page, posts: number], PostRow>('feed/nearby'),
  since: statement<[user: number], Columns<User, 'feedSince' | 'followingCount'> & { merging: boolean }>('feed/since'),
  fanOut: statement<
    [post: number, afterFollower: number, rows: number, job: number | null],
    { last: number; reached: number }
  >('feed/fanOut'),
  backfill: statement<[follower: number, followed: number, posts: number, job: number | null], never>('feed/backfill'),
  trim: statement<Users, never>('feed/trim'),
  settle: statement<[after: number, upTo: number], never>('feed/settle'),
  rebuild: statement<Users, never>('feed/rebuild'),
  sweep: statement<[after: number, upTo: number], never>('feed/sweep'),
};

/** Statements about authors whose posts are merged in at reading. */
export const largeAuthorQueries = {
  rise: statement<[post: number, followers: number], { author_id: number }>('largeAuthors/rise'),
  fall: statement<[followers: number], { author_id: number }>('largeAuthors/fall'),
  unfinished: statement<[], { author_id: number }>('largeAuthors/unfinished'),
  version: statement<[author: number], { version: number }>('largeAuthors/version'),
  step: statement<[author: number, version: number, followers: number], { more: boolean }>('largeAuthors/step'),
};

/** Statements about feeds of members who were away. */
export const sleepingFeedQueries = {
  seen: statement<[user: number], never>('sleepingFeeds/seen'),
  sleep: statement<[after: number, upTo: number, days: number], never>('sleepingFeeds/sleep'),
  wake: statement<[user: number], never>('sleepingFeeds/wake'),
  refill: statement<[user: number, entries: number], never>('sleepingFeeds/refill'),
};
