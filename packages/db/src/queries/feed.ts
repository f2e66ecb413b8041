import type { User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { PostRow } from './posts.ts';

type Page = readonly [viewer: number, at: string, id: number, rows: number];

type Users = [after: number, upTo: number, entries: number];

/** Statements about feeds. */
export const feedQueries = {
  home: list<Page, PostRow>('feed/home'),
  older: list<Page, PostRow>('feed/older'),
  state: statement<[user: number], Columns<User, 'feedSince'>>('feed/state'),
  fanOut: statement<[post: number, job: number | null], never>('feed/fanOut'),
  backfill: statement<[follower: number, followed: number, posts: number, job: number | null], never>('feed/backfill'),
  trim: statement<Users, never>('feed/trim'),
  rebuild: statement<Users, never>('feed/rebuild'),
  markRead: statement<[user: number, upTo: string], Columns<User, 'id'>>('feed/markRead'),
  sweep: statement<[after: number, upTo: number], never>('feed/sweep'),
};
