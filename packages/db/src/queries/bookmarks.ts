import type { Bookmark, Post, User } from '../entities/index.ts';
import type { Columns, Examined } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { PostRow } from './posts.ts';

/** Statements about bookmarks. */
export const bookmarkQueries = {
  add: statement<[user: number, post: number], Columns<Post, 'id'>>('bookmarks/add'),
  remove: statement<[user: number, post: number], Columns<User, 'id'>>('bookmarks/remove'),
  list: list<[user: number, before: number, rows: number], PostRow & { key_id: Bookmark['id'] } & Examined>(
    'bookmarks/list',
  ),
};
