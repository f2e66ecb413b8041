import type { Follow, User } from '../entities/index.ts';
import type { Columns, Examined, Present } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { LinksRow } from './profileLinks.ts';

export type UserRow = Columns<User, 'id' | 'pictureKey'> & Present<User, 'userName'>;

/** Whether the viewer follows the user of a row, or has requested to. */
export type FollowStateRow = { follow_state: 'none' | 'requested' | 'following' };

export type UserListRow = UserRow & Columns<User, 'bio' | 'private'> & FollowStateRow;

/**
 * A user in a list ordered by time. `key_id` is the user's id. It is also set in a row that is only examined, i.e. whose user
 * the viewer may not see.
 */
export type ListedUser = Columns<Follow, 'createdAt'> & { key_id: User['id'] } & Examined;

export type ProfileRow = UserListRow &
  LinksRow &
  Columns<User, 'email' | 'emailConfirmed' | 'newcomer' | 'feedReadAt'> &
  Columns<
    User,
    'identityUid' | 'authProvider' | 'language' | 'messagesFrom' | 'publicPages' | 'moderator' | 'createdAt'
  > &
  Columns<User, 'postsCount' | 'followersCount' | 'followingCount'> & { follows_me: boolean; muted_by_me: boolean };

/** The parameters of lists that belong to the viewer: blocks, mutes and close friends. */
export type PageOfOwn = [owner: number, at: string, id: number, rows: number];

/** Statements about users. */
export const userQueries = {
  byId: statement<[viewer: number, id: number], ProfileRow>('users/byId'),
  byName: statement<[viewer: number, name: string], ProfileRow>('users/byName'),
  byUid: statement<[viewer: number, uid: string], ProfileRow>('users/byUid'),
  counts: statement<[viewer: number, user: number], Columns<User, 'postsCount' | 'followersCount' | 'followingCount'>>(
    'users/counts',
  ),
  lastId: statement<[], Columns<User, 'id'>>('users/lastId'),
  search: list<[viewer: number, from: string, to: string, after: string, rows: number], UserListRow & Examined>(
    'users/search',
  ),
  suggested: list<[viewer: number, rows: number], UserListRow>('users/suggested'),
};
