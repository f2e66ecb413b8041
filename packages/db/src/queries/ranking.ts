import type { PopularEntry, PopularSnapshot } from '../entities/index.ts';
import type { Columns, Examined } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { PostRow } from './posts.ts';

export type PopularRow = PostRow & Columns<PopularEntry, 'snapshot' | 'rank'>;

/** Statements about the ranking. */
export const rankingQueries = {
  begin: statement<[], never>('ranking/begin'),
  changed: statement<
    [likesSeen: number, commentsSeen: number, rows: number],
    {
      posts: number[];
      changes: number[];
      likes_seen: number;
      comments_seen: number;
      likes_to: number;
      comments_to: number;
      rows: number;
    }
  >('ranking/changed'),
  seen: statement<[likesTo: number, commentsTo: number, changes: number[]], never>('ranking/seen'),
  score: statement<[posts: number[], runAt: string, kept: number], never>('ranking/score'),
  older: statement<[runAt: string, posts: number], { posts: number[]; oldest: string | null }>('ranking/older'),
  recordRebuilt: statement<[at: string | null], never>('ranking/recordRebuilt'),
  rebuild: statement<[], never>('ranking/rebuild'),
  reweigh: statement<[user: number, rows: number], never>('ranking/reweigh'),
  removeOld: statement<[runAt: string, rows: number], never>('ranking/removeOld'),
  publish: statement<[runAt: string, max: number, kept: number], Columns<PopularSnapshot, 'id'>>('ranking/publish'),
  popular: list<[viewer: number, rank: number, rows: number, snapshot: number | null], PopularRow & Examined>(
    'ranking/popular',
  ),
};
