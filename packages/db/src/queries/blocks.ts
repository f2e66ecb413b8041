import type { User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';
import type { ListedUser, PageOfOwn, UserRow } from './users.ts';

/** Statements about blocks. */
export const blockQueries = {
  lock: statement<[a: number, b: number], Columns<User, 'id'>>('blocks/lock'),
  add: statement<[blocker: number, blocked: number], { changed: boolean; followed: boolean; followed_back: boolean }>(
    'blocks/add',
  ),
  remove: statement<[blocker: number, blocked: number], { changed: true }>('blocks/remove'),
  list: statement<PageOfOwn, UserRow & ListedUser>('blocks/list'),
  between: statement<[a: number, b: number], { blocked: true }>('blocks/between'),
};
