import type { CloseFriend } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';
import type { ListedUser, PageOfOwn, UserRow } from './users.ts';

/** Statements about lists of close friends. */
export const closeFriendQueries = {
  add: statement<[owner: number, friend: number], Columns<CloseFriend, 'friend'>>('closeFriends/add'),
  list: statement<PageOfOwn, UserRow & ListedUser>('closeFriends/list'),
};
