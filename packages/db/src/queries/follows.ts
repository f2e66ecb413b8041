import { statement } from '../statement.ts';
import type { FollowChangeRow, FollowRow } from './rows.ts';

type PageOfMember = [viewer: number, member: number, at: string, id: number, rows: number];

/** Statements that read or write follows. */
export const followQueries = {
  add: statement<[follower: number, followed: number, queuedWith: object], FollowChangeRow>('follows/add'),
  remove: statement<[follower: number, followed: number], FollowChangeRow>('follows/remove'),
  followedIds: statement<[follower: number], { followed_id: number }>('follows/followedIds'),
  followers: statement<PageOfMember, FollowRow>('follows/followers'),
  following: statement<PageOfMember, FollowRow>('follows/following'),
};
