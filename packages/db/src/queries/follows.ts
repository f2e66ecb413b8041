import type { FollowRequest, PendingJob, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { FollowStateRow, ListedUser, UserListRow } from './users.ts';

export type FollowRow = UserListRow & ListedUser;

/** The result of a follow or unfollow: the new count, whether anything changed, whether the followed user was notified. */
type FollowChangeRow = Columns<User, 'followersCount'> &
  FollowStateRow & {
    changed: boolean;
    /** Whether a follow request was made or withdrawn. */
    asked: boolean;
    /** Whether nothing was done because the user to follow has just stopped being private; then the caller retries. */
    again: boolean;
    /** Whether nothing was requested because requests are paused after a decline. */
    paused: boolean;
    notified: boolean;
    /** The pending job that fills the follower's feed, if a follow was added. */
    job_id: PendingJob['id'] | null;
  };

type PageOfUser = [viewer: number, user: number, at: string, id: number, rows: number];

/** Statements about follows. */
export const followQueries = {
  add: statement<[follower: number, followed: number, traceContext: object | null, paused: boolean], FollowChangeRow>(
    'follows/add',
  ),
  remove: statement<[follower: number, followed: number], FollowChangeRow>('follows/remove'),
  accept: statement<
    [followed: number, follower: number, traceContext: object | null],
    Columns<User, 'followersCount'> & { job_id: PendingJob['id']; notified: boolean }
  >('follows/accept'),
  requests: statement<[followed: number, at: string, id: number, rows: number], FollowRow>('follows/requests'),
  waiting: statement<[followed: number, rows: number], Columns<FollowRequest, 'follower'>>('follows/waiting'),
  requestsCount: statement<[followed: number], { count: number }>('follows/requestsCount'),
  followers: list<PageOfUser, FollowRow>('follows/followers'),
  following: list<PageOfUser, FollowRow>('follows/following'),
  friends: list<[viewer: number, at: string, id: number, rows: number], FollowRow>('follows/friends'),
};
