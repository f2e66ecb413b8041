import { statement } from '../statement.ts';
import type { LikeChangeRow, LikeRow } from './rows.ts';

/** Statements that read or write likes. */
export const likeQueries = {
  add: statement<[member: number, post: number], LikeChangeRow>('likes/add'),
  remove: statement<[member: number, post: number], LikeChangeRow>('likes/remove'),
  newest: statement<[before: number, rows: number], LikeRow>('likes/newest'),
  byUser: statement<[before: number, rows: number, member: number], LikeRow>('likes/byUser'),
};
