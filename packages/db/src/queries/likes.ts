import type { Like, Post, User } from '../entities/index.ts';
import type { Columns, Examined, Present } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { UserListRow } from './users.ts';

/** A user who likes a post; `key_id` is the like's id. */
export type LikerRow = UserListRow & { key_id: Like['id'] } & Examined;

export type LikeRow = Columns<Like, 'id' | 'user' | 'post' | 'createdAt'>;

/** The result of a like or unlike: the new count, whether anything changed, whether the post's author was notified. */
type LikeChangeRow = Columns<Post, 'author' | 'likesCount'> & { changed: boolean; notified: boolean };

/** Statements about likes. */
export const likeQueries = {
  add: statement<[user: number, post: number], LikeChangeRow>('likes/add'),
  remove: statement<[user: number, post: number], LikeChangeRow>('likes/remove'),
  newest: list<[viewer: number, before: number, rows: number], LikeRow & Examined>('likes/newest'),
  byUser: list<[viewer: number, user: number, before: number, rows: number], LikeRow & Examined>('likes/byUser'),
  likers: list<[viewer: number, post: number, before: number, rows: number], LikerRow>('likes/likers'),
  friends: list<[viewer: number, posts: number[]], { post_id: Post['id'] } & Present<User, 'userName'>>(
    'likes/friends',
  ),
};
