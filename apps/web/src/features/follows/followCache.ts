import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { breath, onLive, spaced } from '../../lib/live.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { queries, trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.tsx';
import { announcedPosts, withdrawPosts } from '../home/newPosts.ts';

interface Relation {
  userId: number;
  followedByMe: boolean;
  followersCount?: number;
}

const isRelation = (data: unknown): data is Relation => typeof (data as Relation | null)?.followedByMe === 'boolean';

/** Changes a member's relation to the viewer wherever it is shown. */
export function patchPerson(client: QueryClient, userId: number, change: (old: Relation) => Partial<Relation>): void {
  const apply = <T>(data: T): T => (isRelation(data) && data.userId === userId ? { ...data, ...change(data) } : data);
  const inList = <T extends { items: unknown[] }>(page: T): T => ({ ...page, items: page.items.map(apply) });
  client.setQueriesData(
    {
      predicate: ({ queryKey }) => ['users', 'follows'].includes((queryKey[0] as string[] | undefined)?.[0] ?? ''),
    },
    (data: unknown) => {
      if (Array.isArray((data as InfiniteData<unknown> | undefined)?.pages)) {
        const pages = data as InfiniteData<{ items: unknown[] }>;
        return { ...pages, pages: pages.pages.map(inList) };
      }
      if (Array.isArray((data as { items?: unknown[] } | undefined)?.items))
        return inList(data as { items: unknown[] });
      return apply(data);
    },
  );
}

export const followKey = (userId: number): string => `follow:${userId}`;

export const followFailed = (name: string, following: boolean): string =>
  following ? t('profile.followFailed', { name }) : t('profile.unfollowFailed', { name });

/** Shows a follow, or its end, and the count that goes with it; calling it twice changes nothing more. */
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

export const followOutbox = (client: QueryClient, viewerId: number): OutboxHandlers['follow'] => ({
  send: async ({ userId, following }) => {
    showFollow(client, userId, await sendFollow(viewerId, userId, following));
    refreshFollows(client);
  },
  show: ({ userId, following }) => showFollow(client, userId, following),
  refused: ({ userId, userName, following }, error) => {
    showFollow(client, userId, !following);
    toast(`${followFailed(userName, following)} ${failureText(error)}`, { look: 'bad' });
  },
});

/** Follows made or ended elsewhere, from the live stream; what they count into is fetched again. */
export function listenForFollows(client: QueryClient, me: number): () => void {
  const counts = spaced(breath, () => {
    void queries.auth.session.invalidate();
    void queries.users.byName.invalidate();
    void queries.follows.invalidate();
  });
  const off = onLive('follow.changed', ({ followerId, followedId, following }) => {
    if (followerId === me) patchPerson(client, followedId, () => ({ followedByMe: following }));
    counts.run();
  });
  return () => {
    counts.stop();
    off();
  };
}
