import { redirect } from '@tanstack/react-router';
import { failureOf } from './failure.ts';
import { accountRequests, type FirstRequest, homeRequests, messagesRequests, postRequests } from './firstRequests.ts';
import { followRequestsInput, notificationsInput, popularInput, userPostsInput } from './lists.ts';
import type { PopupSearch } from './popupSearch.ts';
import { queries } from './queries.ts';
import { loadSession } from './session.ts';

// The loaders of the screens for members, which fetch a screen's data before it renders.

const prefetchOptions = { staleTime: 60_000 };

let isFirstScreen = true;

interface Prefetching {
  prefetch: (input: object, options: object) => Promise<void>;
  prefetchInfinite: (input: object, options: object) => Promise<void>;
}

function prefetch({ name, input, paged }: FirstRequest): Promise<void> {
  const [noun = '', verb = ''] = name.split('.');
  // The query is chosen by a name that is known only at run time, so its type is a union of all queries, which cannot be
  // called.
  const query = (queries as unknown as Record<string, Record<string, Prefetching>>)[noun]?.[verb] as Prefetching;
  return paged
    ? query.prefetchInfinite(input, prefetchOptions)
    : query.prefetch(input, { ...prefetchOptions, retry: false });
}

/** Waits for up to half a second. */
const atMostBriefly = (work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, 500))]);

/** At page load, waits up to half a second for a screen's data, because one render with the data is faster than two renders. */
async function load(requests: FirstRequest[]): Promise<void> {
  const loaded = Promise.all(requests.map(prefetch));
  if (!isFirstScreen) return;
  isFirstScreen = false;
  await atMostBriefly(loaded);
}

export const loadHome = () => load(homeRequests());

export function loadExplore(): void {
  void queries.posts.popular.prefetchInfinite(popularInput, prefetchOptions);
}

export const loadMessages = () => load(messagesRequests());

export function loadNotifications(): void {
  void queries.follows.requests.prefetchInfinite(followRequestsInput, prefetchOptions);
  void queries.notifications.list.prefetchInfinite(notificationsInput('all'), prefetchOptions);
}

export async function loadAccount(): Promise<void> {
  const session = await loadSession();
  if (!session) return;
  const { userId, host } = session.user;
  const posts = load(accountRequests(userId));
  // The steps by which a host sets the server up stand above everything else, and would push it down if they came later.
  if (host) await atMostBriefly(queries.host.settings.prefetch(undefined, prefetchOptions));
  await posts;
}

export async function loadPost(id: string): Promise<void> {
  const postId = Number(id);
  if (postId) await load(postRequests(postId));
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
