import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { queries } from '../../lib/queries.ts';
import type { Member } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';
import { removePosts } from '../posts/postCache.ts';

type Pages = InfiniteData<{ items: unknown[] }>;

/** Returns the member that an item of a list belongs to: a person, the author of a comment, or the other member of a chat. */
const personOf = (item: unknown): number | undefined => {
  const { userId, user } = item as { userId?: number; user?: { userId: number } };
  return user?.userId ?? userId;
};

const lists = new Set(['users', 'search', 'follows', 'comments', 'messages', 'notifications']);
const ownQueries = new Set(['byUser', 'byName', 'byId']);

/** Removes everything of a blocked member from the cached queries. Counts that included the member are fetched again. */
export function removePerson(client: QueryClient, { userId, userName }: Member): void {
  removePosts(client, (post) => post.userId === userId);
  client.setQueriesData<Pages>(
    { predicate: ({ queryKey }) => lists.has((queryKey[0] as string[])[0] ?? '') },
    (data) =>
      Array.isArray(data?.pages)
        ? {
            ...data,
            pages: data.pages.map((page) =>
              Array.isArray(page?.items)
                ? { ...page, items: page.items.filter((item) => personOf(item) !== userId) }
                : page,
            ),
          }
        : data,
  );
  client.removeQueries({
    predicate: ({ queryKey }) => {
      const [path, options] = queryKey as [string[], { input?: { userId?: number; userName?: string } } | undefined];
      const { input } = options ?? {};
      return ownQueries.has(path[1] ?? '') && (input?.userId === userId || input?.userName === userName);
    },
  });
  for (const affected of [queries.auth.session, queries.messages, queries.notifications, queries.follows])
    void affected.invalidate();
  void queries.users.blocks.invalidate();
  void queries.comments.invalidate();
}

/**
 * Removes a muted member's posts from the cached feeds, tag pages, search results and popular posts, and has the notifications
 * fetched again. Other lists, such as the one on the member's profile, keep the posts.
 */
export function hidePerson(client: QueryClient, { userId }: Member): void {
  removePosts(
    client,
    (post) => post.userId === userId,
    ([noun, list]) => noun === 'feed' || noun === 'tags' || noun === 'search' || list === 'popular',
  );
  for (const affected of [queries.notifications, queries.users.mutes, queries.users.byName, queries.users.byId])
    void affected.invalidate();
}

/** Ends a mute or a block. Hidden content is fetched again when it is next shown. Returns whether the call succeeded. */
export async function undoBlock(kind: 'unblock' | 'unmute', person: Member): Promise<boolean> {
  const { userId, userName: name } = person;
  try {
    await api.users[kind].mutate({ userId });
    toast(t(kind === 'unblock' ? 'blocks.unblocked' : 'blocks.unmuted', { name }), { variant: 'good' });
    for (const affected of [queries.feed, queries.posts, queries.users, queries.follows, queries.comments])
      void affected.invalidate();
    for (const affected of [queries.messages, queries.notifications]) void affected.invalidate();
    return true;
  } catch (error) {
    const again = { label: t('common.tryAgain'), run: () => void undoBlock(kind, person) };
    toast(`${t(`blocks.${kind}Failed`, { name })} ${failureText(error)}`, { variant: 'bad', action: again });
    return false;
  }
}
