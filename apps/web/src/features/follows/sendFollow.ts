import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { api } from '../../lib/api.ts';
import { trpc } from '../../lib/trpc.ts';
import { announcedPosts, withdrawPosts } from '../home/announced.ts';
import { patchPerson } from './followCache.ts';

export const followKey = (userId: number): string => `follow:${userId}`;

/** Shows a follow, or its end, and the count that goes with it; a second time changes nothing. */
export const showFollow = (client: QueryClient, userId: number, followedByMe: boolean): void =>
  patchPerson(client, userId, (old) => ({
    followedByMe,
    ...(old.followersCount !== undefined && {
      followersCount: Math.max(0, old.followersCount + Number(followedByMe) - Number(old.followedByMe)),
    }),
  }));

/** Sends the wish and answers what the server says it is now. */
export async function sendFollow(followerId: number, followedId: number, wish: boolean): Promise<boolean> {
  return (await api.follows[wish ? 'add' : 'remove'].mutate({ followerId, followedId })).following;
}

/** What a new follow changes elsewhere: one's own counts, the home feed, the list of friends. */
export function refreshFollows(client: QueryClient): void {
  for (const touched of [trpc.auth.session, trpc.feed.home, trpc.follows.following])
    void client.invalidateQueries({ queryKey: getQueryKey(touched) });
  // The feed is fetched anew, and may begin with others.
  withdrawPosts(announcedPosts());
}
