import { statement } from '../statement.ts';
import type { ListedUser, PageOfOwn, UserRow } from './users.ts';

/** Statements about blocks. */
export const blockQueries = {
  add: statement<[blocker: number, blocked: number], { changed: boolean; followed: boolean; followed_back: boolean }>(
    'blocks/add',
  ),
  list: statement<PageOfOwn, UserRow & ListedUser>('blocks/list'),
  between: statement<[a: number, b: number], { blocked: true }>('blocks/between'),
};
