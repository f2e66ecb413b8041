import type { Follow, PendingJob, User } from '../entities/index.ts';
import type { Columns, Present } from '../rows.ts';
import { statement } from '../statement.ts';

export type UserRow = Columns<User, 'id' | 'pictureKey'> & Present<User, 'userName'>;
export type UserListRow = UserRow & Columns<User, 'bio'> & { followed_by_me: boolean };
export type FollowRow = UserListRow & Columns<Follow, 'createdAt'>;
export type ProfileRow = UserListRow &
  Present<User, 'email'> &
  Columns<User, 'identityUid' | 'authProvider' | 'language' | 'createdAt'> &
  Columns<User, 'postsCount' | 'followersCount' | 'followingCount'> & { follows_me: boolean };

/** Statements that read users. */
export const userQueries = {
  byId: statement<[viewer: number, id: number], ProfileRow>('users/byId'),
  byName: statement<[viewer: number, name: string], ProfileRow>('users/byName'),
  byUid: statement<[viewer: number, uid: string], ProfileRow>('users/byUid'),
  counts: statement<[user: number], Columns<User, 'postsCount' | 'followersCount' | 'followingCount'>>('users/counts'),
  lastId: statement<[], Columns<User, 'id'>>('users/lastId'),
  search: statement<[viewer: number, from: string, to: string, after: string, rows: number], UserListRow>(
    'users/search',
  ),
  suggested: statement<[viewer: number, rows: number], UserListRow>('users/suggested'),
};

/** What a follow did: the count after it, whether anything changed, whether somebody was notified. */
type FollowChangeRow = Columns<User, 'followersCount'> & {
  changed: boolean;
  notified: boolean;
  /** The pending job of what is still to be done, if anything is. */
  job_id: PendingJob['id'] | null;
};

type PageOfUser = [viewer: number, user: number, at: string, id: number, rows: number];

/** Statements that read or write follows. */
export const followQueries = {
  add: statement<[follower: number, followed: number, queuedWith: object], FollowChangeRow>('follows/add'),
  remove: statement<[follower: number, followed: number], FollowChangeRow>('follows/remove'),
  followedIds: statement<[follower: number], Columns<Follow, 'followed'>>('follows/followedIds'),
  followers: statement<PageOfUser, FollowRow>('follows/followers'),
  following: statement<PageOfUser, FollowRow>('follows/following'),
};

type Erased = { rows: number };
type Chunk = [user: number, most: number];

/** Statements that remove what a deleted user left, in the order they run; a chunk of rows each time. */
export const eraseQueries = {
  likes: statement<Chunk, Erased>('erase/likes'),
  comments: statement<Chunk, Erased>('erase/comments'),
  following: statement<Chunk, Erased>('erase/following'),
  followers: statement<Chunk, Erased>('erase/followers'),
  notified: statement<Chunk, Erased>('erase/notified'),
  notifications: statement<Chunk, Erased>('erase/notifications'),
  contacts: statement<Chunk, Erased>('erase/contacts'),
};

export const lastEraseQueries = {
  posts: statement<Chunk, Erased>('erase/posts'),
  images: statement<Chunk, { key: string }>('erase/images'),
  rest: statement<[user: number], never>('erase/rest'),
};
