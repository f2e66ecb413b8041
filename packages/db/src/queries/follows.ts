import type { FollowRequest, PendingJob, User } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { list, statement } from '../statement.ts';
import type { FollowStateRow, ListedUser, UserListRow } from './users.ts';

export type FollowRow = UserListRow & ListedUser;

/** What a follow did: the count after it, whether anything changed, whether somebody was notified. */
type FollowChangeRow = Columns<User, 'followersCount'> &
  FollowStateRow & {
    changed: boolean;
    /** Whether a request was made, or taken back. */
    asked: boolean;
    /** Whether whoever was to be asked is not private any more, so that nothing was done. */
    again: boolean;
    /** Whether nothing was asked because the follower may not ask for a while. */
    paused: boolean;
    notified: boolean;
    /** The pending job of what is still to be done, if anything is. */
    job_id: PendingJob['id'] | null;
  };

type PageOfUser = [viewer: number, user: number, at: string, id: number, rows: number];

/** Statements that read or write follows. */
export const followQueries = {
  add: statement<[follower: number, followed: number, trail: object | null, paused: boolean], FollowChangeRow>(
    'follows/add',
  ),
  remove: statement<[follower: number, followed: number], FollowChangeRow>('follows/remove'),
  accept: statement<
    [followed: number, follower: number, trail: object | null],
    Columns<User, 'followersCount'> & { job_id: PendingJob['id']; notified: boolean }
  >('follows/accept'),
  decline: statement<[followed: number, follower: number], { declined: true }>('follows/decline'),
  requests: statement<[followed: number, at: string, id: number, rows: number], FollowRow>('follows/requests'),
  waiting: statement<[followed: number, rows: number], Columns<FollowRequest, 'follower'>>('follows/waiting'),
  requestsCount: statement<[followed: number], { count: number }>('follows/requestsCount'),
  followers: list<PageOfUser, FollowRow>('follows/followers'),
  following: list<PageOfUser, FollowRow>('follows/following'),
};
