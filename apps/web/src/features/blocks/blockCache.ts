import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { commentLists, patchItems, peopleLists } from '../../lib/cachedLists.ts';
import { failureText } from '../../lib/failure.ts';
import { queries } from '../../lib/queries.ts';
import { trpc } from '../../lib/trpc.ts';
import type { CommentView, Member } from '../../lib/types.ts';
import { nameOf } from '../../ui/PersonName.tsx';
import { toast } from '../../ui/toast.tsx';
import { removePosts } from '../posts/postCache.ts';

/** Removes everything of a blocked member from the cached queries. Counts that included the member are fetched again. */
export function removePerson(client: QueryClient, { userId, userName }: Member): void {
  removePosts(client, (post) => post.userId === userId);
  patchItems<Member>(client, peopleLists, (person) => (person.userId === userId ? null : person), 'people');
  patchItems<CommentView>(client, commentLists, (comment) => (comment.user?.userId === userId ? null : comment));
  const own = [
    getQueryKey(trpc.posts.byUser, { userId }, 'infinite'),
    getQueryKey(trpc.users.byId, { userId }, 'query'),
    getQueryKey(trpc.users.byName, { userName }, 'query'),
  ];
  for (const queryKey of own) client.removeQueries({ queryKey });
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
  const muting = ['feed.home', 'tags.posts', 'search.best', 'search.posts', 'posts.popular'] as const;
  removePosts(client, (post) => post.userId === userId, muting);
  for (const affected of [queries.notifications, queries.users.mutes, queries.users.byName, queries.users.byId])
    void affected.invalidate();
}

/** Ends a mute or a block. Hidden content is fetched again when it is next shown. Returns whether the call succeeded. */
export async function unhidePerson(kind: 'unblock' | 'unmute', person: Member): Promise<boolean> {
  const { userId } = person;
  const name = nameOf(person);
  try {
    await api.users[kind].mutate({ userId });
    toast(t(kind === 'unblock' ? 'blocks.unblocked' : 'blocks.unmuted', { name }), { variant: 'good' });
    for (const affected of [queries.feed, queries.posts, queries.users, queries.follows, queries.comments])
      void affected.invalidate();
    for (const affected of [queries.messages, queries.notifications]) void affected.invalidate();
    return true;
  } catch (error) {
    const again = { label: t('common.tryAgain'), run: () => void unhidePerson(kind, person) };
    toast(`${t(`blocks.${kind}Failed`, { name })} ${failureText(error)}`, { variant: 'bad', action: again });
    return false;
  }
}
