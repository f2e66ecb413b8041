import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { patchItems, patchQueries, peopleLists } from '../../lib/cachedLists.ts';
import { failureText } from '../../lib/failure.ts';
import { onLive, refetchIntervalMs, throttle } from '../../lib/live.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { queries } from '../../lib/queries.ts';
import { isToggling } from '../../lib/toggleQueue.ts';
import { trpc } from '../../lib/trpc.ts';
import type { FollowState, Member, Visibility } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';
import { announcedPosts, withdrawPosts } from '../posts/announcedPosts.ts';

interface Relation {
  userId: number;
  followedByMe: boolean;
  followState: FollowState;
  visibility: Visibility;
  followersCount?: number;
}

const profiles = [getQueryKey(trpc.users.byId), getQueryKey(trpc.users.byName)];

/** Changes a member's relation to the viewer in every cached query. Some lists, such as that of blocked members, have none. */
function patchPerson(client: QueryClient, userId: number, change: (old: Relation) => Partial<Relation>): void {
  const apply = (person: Relation | Member): Relation | Member =>
    person.userId === userId && 'followState' in person ? { ...person, ...change(person) } : person;
  patchItems(client, peopleLists, apply, 'people');
  patchQueries(client, profiles, apply);
}

export const followKey = (userId: number): string => `follow:${userId}`;

export const followFailed = (name: string, following: boolean): string =>
  following ? t('profile.followFailed', { name }) : t('profile.unfollowFailed', { name });

/** Returns the fields that change with the follow state, including the number of followers. */
const withState = (old: Relation, followState: FollowState): Partial<Relation> => {
  const followedByMe = followState === 'following';
  return {
    followState,
    followedByMe,
    ...(old.followersCount !== undefined && {
      followersCount: Math.max(0, old.followersCount + Number(followedByMe) - Number(old.followedByMe)),
    }),
  };
};

/** Shows a member's follow state as the server reported it. Idempotent. */
export const showFollow = (client: QueryClient, userId: number, state: FollowState): void =>
  patchPerson(client, userId, (old) => withState(old, state));

/**
 * Shows the expected result of a toggle before the server responds. Following a private member is shown as a follow request.
 */
export const showRequested = (client: QueryClient, userId: number, follow: boolean): void =>
  patchPerson(client, userId, (old) => {
    if (!follow) return withState(old, 'none');
    if (old.followState !== 'none') return {};
    return withState(old, old.visibility === 'private' ? 'requested' : 'following');
  });

/** Follows or unfollows on the server, and returns the resulting state. */
export async function sendFollow(followerId: number, followedId: number, add: boolean): Promise<FollowState> {
  return (await api.follows[add ? 'add' : 'remove'].mutate({ followerId, followedId })).state;
}

/** Refetches what a new follow changes: the viewer's counts, the home feed, the lists of followed members and friends, and posts. */
export function refreshFollows(client: QueryClient): void {
  for (const affected of [
    trpc.auth.session,
    trpc.feed.home,
    trpc.follows.following,
    trpc.follows.friends,
    trpc.posts.byUser,
  ])
    void client.invalidateQueries({ queryKey: getQueryKey(affected) });
  // The refetched feed contains the announced posts, so they no longer count as new.
  withdrawPosts(announcedPosts());
}

export const followOutbox = (client: QueryClient, viewerId: number): OutboxHandlers['follow'] => ({
  send: async ({ userId, following }) => {
    showFollow(client, userId, await sendFollow(viewerId, userId, following));
    refreshFollows(client);
  },
  show: ({ userId, following }) => showRequested(client, userId, following),
  refused: ({ userId, name, following }, error) => {
    if (following) showFollow(client, userId, 'none');
    void queries.users.invalidate();
    void queries.follows.invalidate();
    toast(`${followFailed(name, following)} ${failureText(error)}`, { variant: 'bad' });
  },
});

/**
 * Applies live events about follows and follow requests, which may come from other devices and other members. Refetches the
 * affected counts.
 */
export function listenForFollows(client: QueryClient, me: number): () => void {
  const counts = throttle(refetchIntervalMs, () => {
    void queries.auth.session.invalidate();
    void queries.users.byName.invalidate();
    void queries.follows.invalidate();
  });
  /** Shows a state from a live event, unless a toggle for the same member is in progress in this tab. */
  const applyState = (userId: number, state: FollowState) => {
    if (isToggling(followKey(userId))) return;
    let changed = false;
    patchPerson(client, userId, (old) => {
      changed ||= old.followState !== state;
      return { followState: state, followedByMe: state === 'following' };
    });
    // Whether the viewer sees a private member's posts depends on the follow state, so posts are refetched too.
    if (changed) refreshFollows(client);
  };
  const off = [
    onLive('follow.changed', ({ followerId, followedId, following }) => {
      if (followerId === me) applyState(followedId, following ? 'following' : 'none');
      counts.run();
    }),
    onLive('follow.asked', ({ followerId, followedId, asked }) => {
      if (followerId === me) applyState(followedId, asked ? 'requested' : 'none');
      else counts.run();
    }),
  ];
  return () => {
    counts.stop();
    for (const stop of off) stop();
  };
}
