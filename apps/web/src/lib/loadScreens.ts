import { redirect } from '@tanstack/react-router';
import { failureOf } from './failure.ts';
import {
  chatsInput,
  commentsInput,
  followRequestsInput,
  homeInput,
  notificationsInput,
  popularInput,
  requestsInput,
  userPostsInput,
} from './lists.ts';
import type { PopupSearch } from './popupSearch.ts';
import { queries } from './queries.ts';
import { loadSession } from './session.ts';

// The loaders of the screens for members, which fetch a screen's data before it renders.

const prefetchOptions = { staleTime: 60_000 };

let isFirstScreen = true;

/** At page load, waits up to half a second for a screen's list, because one render with the list is faster than two renders. */
async function waitAtFirst(list: Promise<unknown>): Promise<void> {
  if (!isFirstScreen) return;
  isFirstScreen = false;
  await Promise.race([list, new Promise((resolve) => setTimeout(resolve, 500))]);
}

export const loadHome = () => waitAtFirst(queries.feed.home.prefetchInfinite(homeInput, prefetchOptions));

export function loadExplore(): void {
  void queries.posts.popular.prefetchInfinite(popularInput, prefetchOptions);
}

export async function loadMessages(): Promise<void> {
  const lists = [chatsInput(''), requestsInput];
  await waitAtFirst(Promise.all(lists.map((input) => queries.chats.list.prefetchInfinite(input, prefetchOptions))));
}

export function loadNotifications(): void {
  void queries.follows.requests.prefetchInfinite(followRequestsInput, prefetchOptions);
  void queries.notifications.list.prefetchInfinite(notificationsInput('all'), prefetchOptions);
}

export async function loadAccount(): Promise<void> {
  const session = await loadSession();
  if (session)
    await waitAtFirst(queries.posts.byUser.prefetchInfinite(userPostsInput(session.user.userId), prefetchOptions));
}

export async function loadPost(id: string): Promise<void> {
  const postId = Number(id);
  if (!postId) return;
  const { posts, comments } = queries;
  await waitAtFirst(
    Promise.all([
      posts.byId.prefetch({ postId }, { ...prefetchOptions, retry: false }),
      comments.list.prefetchInfinite(commentsInput(postId), prefetchOptions),
    ]),
  );
}

/** Redirects to the account screen if the name is the member's own, or to the 404 page if no member has this name. */
export async function loadUser(userName: string, search: PopupSearch): Promise<void> {
  const session = await loadSession();
  if (session?.user.userName.toLowerCase() === userName.toLowerCase()) {
    throw redirect({ to: '/account', search, replace: true });
  }
  try {
    const { userId } = await queries.users.byName.ensureData({ userName });
    void queries.posts.byUser.prefetchInfinite(userPostsInput(userId), prefetchOptions);
  } catch (error) {
    if (failureOf(error).code === 'not-found') throw redirect({ to: '/404', replace: true });
    throw error;
  }
}
