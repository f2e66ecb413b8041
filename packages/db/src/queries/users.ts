import type { Block, Follow, FollowRequest, Mute, PendingJob, User } from '../entities/index.ts';
import type { Columns, Present } from '../rows.ts';
import { list, statement } from '../statement.ts';

export type UserRow = Columns<User, 'id' | 'pictureKey'> & Present<User, 'userName'>;
/** What the viewer is to the user of a row. */
export type FollowStateRow = { follow_state: 'none' | 'requested' | 'following' };
export type UserListRow = UserRow & Columns<User, 'bio' | 'private'> & FollowStateRow;
export type FollowRow = UserListRow & Columns<Follow, 'createdAt'>;
export type ProfileRow = UserListRow &
  Columns<User, 'email' | 'emailConfirmed' | 'newcomer'> &
  Columns<User, 'identityUid' | 'authProvider' | 'language' | 'moderator' | 'createdAt'> &
  Columns<User, 'postsCount' | 'followersCount' | 'followingCount'> & { follows_me: boolean; muted_by_me: boolean };

/** Statements that read users. */
export const userQueries = {
  byId: statement<[viewer: number, id: number], ProfileRow>('users/byId'),
  byName: statement<[viewer: number, name: string], ProfileRow>('users/byName'),
  byUid: statement<[viewer: number, uid: string], ProfileRow>('users/byUid'),
  counts: statement<[viewer: number, user: number], Columns<User, 'postsCount' | 'followersCount' | 'followingCount'>>(
    'users/counts',
  ),
  lastId: statement<[], Columns<User, 'id'>>('users/lastId'),
  search: list<[viewer: number, from: string, to: string, after: string, rows: number], UserListRow>('users/search'),
  suggested: list<[viewer: number, rows: number], UserListRow>('users/suggested'),
};

/** What a follow did: the count after it, whether anything changed, whether somebody was notified. */
type FollowChangeRow = Columns<User, 'followersCount'> &
  FollowStateRow & {
    changed: boolean;
    /** Whether a request was made, or taken back. */
    asked: boolean;
    /** Whether whoever was to be asked is not private any more, so that nothing was done. */
    again: boolean;
    notified: boolean;
    /** The pending job of what is still to be done, if anything is. */
    job_id: PendingJob['id'] | null;
  };

type PageOfUser = [viewer: number, user: number, at: string, id: number, rows: number];

/** Statements that read or write follows. */
export const followQueries = {
  add: statement<[follower: number, followed: number, queuedWith: object], FollowChangeRow>('follows/add'),
  remove: statement<[follower: number, followed: number], FollowChangeRow>('follows/remove'),
  accept: statement<
    [followed: number, follower: number, queuedWith: object],
    Columns<User, 'followersCount'> & { job_id: PendingJob['id'] }
  >('follows/accept'),
  decline: statement<[followed: number, follower: number], { declined: true }>('follows/decline'),
  requests: statement<[followed: number, at: string, id: number, rows: number], FollowRow>('follows/requests'),
  waiting: statement<[followed: number, rows: number], Columns<FollowRequest, 'follower'>>('follows/waiting'),
  requestsCount: statement<[followed: number], { count: number }>('follows/requestsCount'),
  followers: list<PageOfUser, FollowRow>('follows/followers'),
  following: list<PageOfUser, FollowRow>('follows/following'),
};

type PageOfOwn = [owner: number, at: string, id: number, rows: number];

/** Statements that read or write blocks. */
export const blockQueries = {
  lock: statement<[a: number, b: number], Columns<User, 'id'>>('blocks/lock'),
  add: statement<[blocker: number, blocked: number], { changed: boolean; followed: boolean; followed_back: boolean }>(
    'blocks/add',
  ),
  remove: statement<[blocker: number, blocked: number], { changed: true }>('blocks/remove'),
  list: statement<PageOfOwn, UserRow & Columns<Block, 'createdAt'>>('blocks/list'),
  between: statement<[a: number, b: number], { blocked: true }>('blocks/between'),
};

/** Statements that read or write mutes. */
export const muteQueries = {
  add: statement<[muter: number, muted: number, until: string], Columns<Mute, 'until'>>('mutes/add'),
  remove: statement<[muter: number, muted: number], { changed: true }>('mutes/remove'),
  list: statement<PageOfOwn, UserRow & Columns<Mute, 'createdAt'> & { until: string | null }>('mutes/list'),
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
  told: statement<Chunk, Erased>('erase/told'),
  notifications: statement<Chunk, Erased>('erase/notifications'),
  contacts: statement<Chunk, Erased>('erase/contacts'),
  requests: statement<Chunk, Erased>('erase/requests'),
  blocks: statement<Chunk, Erased>('erase/blocks'),
  mutes: statement<Chunk, Erased>('erase/mutes'),
};

export const lastEraseQueries = {
  images: statement<Chunk, { key: string }>('erase/images'),
  rest: statement<[user: number], never>('erase/rest'),
};
