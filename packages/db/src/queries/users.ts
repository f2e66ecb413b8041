import { statement } from '../statement.ts';
import type { ProfileRow, UserListRow } from './rows.ts';

/** Statements that read members. */
export const userQueries = {
  byId: statement<[viewer: number, id: number], ProfileRow>('users/byId'),
  byName: statement<[viewer: number, name: string], ProfileRow>('users/byName'),
  byUid: statement<[viewer: number, uid: string], ProfileRow>('users/byUid'),
  search: statement<[viewer: number, from: string, to: string, after: string, rows: number], UserListRow>(
    'users/search',
  ),
  suggested: statement<[viewer: number, rows: number], UserListRow>('users/suggested'),
};
