import { hashKey } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { getQueryKey } from '@trpc/react-query';
import { dropPrefetched } from './api.ts';
import { failureOf } from './failure.ts';
import {
  belongsToAnother,
  forgetViewer,
  pageMember,
  rememberViewer,
  showMember,
  storedMember,
  type Unsent,
} from './member.ts';
import { nextTask } from './nextTask.ts';
import { deleteMemberCache, openMemberCache, storedSession, storeSession } from './offlineCache.ts';
import { deleteAllPictures } from './outbox/pictures.ts';
import { forgetOutbox } from './outbox/store.ts';
import { queries } from './queries.ts';
import { queryClient } from './queryClient.ts';
import { trpc } from './trpc.ts';
import type { Session } from './types.ts';
import { viewerId } from './viewer.ts';

let isOffline = false;

const never = new Promise<never>(() => undefined);
let isReloading = false;

/** Reloads the page, which from now on stores nothing of the member whom it still shows. */
const reload = (): Promise<never> => {
  isReloading = true;
  location.reload();
  return never;
};

const sessionHash = hashKey(getQueryKey(trpc.auth.session, undefined, 'query'));
let shown: Session | undefined;

// A refetch of the session may show that another member has logged in to this browser. This page shows data of the previous
// member, so the page reloads. Until then the old session is put back into the cache, so that no component mixes data of both
// members.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (query.queryHash !== sessionHash) return;
  const session = type === 'removed' ? undefined : (query.state.data as Session | undefined);
  if (shown && session && shown.user.userId !== session.user.userId) {
    void reload();
    query.setData(shown);
  } else shown = session;
});

// Reloads if another tab has signed in another member.
addEventListener('storage', () => {
  const now = viewerId();
  if (now !== null && now !== pageMember()) void reload();
});

/** Returns whether this page was opened without a connection, from the stored session. */
export const openedOffline = (): boolean => isOffline;

/**
 * Returns the session, or null for a visitor. Throws only if the server is unavailable and this browser has stored no session.
 */
export async function loadSession() {
  const before = pageMember();
  try {
    const session = await queries.auth.session.ensureData();
    if (isReloading) return await never;
    if (isOffline) return session;
    const { userId } = session.user;
    if (belongsToAnother(userId)) {
      // Another tab has signed in a member since the request was sent, so this response is outdated.
      if (viewerId() !== before) return await reload();
      await forgetMember('deleted');
    }
    rememberViewer(session.user);
    storeSession(session);
    void openMemberCache(userId);
    return session;
  } catch (error) {
    const { code } = failureOf(error);
    const stored = code === 'network' ? storedSession() : null;
    if (stored) {
      isOffline = true;
      showMember(stored.user.userId);
      queries.auth.session.setData(undefined, stored);
      await import('./storedQueries.ts').then(({ restoreQueries }) => restoreQueries()).catch(() => undefined);
      return stored;
    }
    if (code !== 'unauthenticated') throw error;
    void forgetMember('kept');
    return null;
  }
}

/** Checks with the server whether the session is still valid. Returns false if it is not. */
export async function confirmSession(): Promise<boolean> {
  try {
    await queries.auth.session.fetch(undefined, { staleTime: 0 });
    isOffline = false;
    return (await loadSession()) !== null;
  } catch (error) {
    return failureOf(error).code !== 'unauthenticated';
  }
}

/**
 * Deletes the data of the member from this browser. Drafts and the outbox are `deleted` after a log-out and before another
 * member continues. They are `kept` when the session ends otherwise, until the same member logs in again.
 */
export async function forgetMember(unsent: Unsent): Promise<void> {
  dropPrefetched();
  const member = unsent === 'kept' ? viewerId() : storedMember();
  if (member === null) return;
  isOffline = false;
  forgetViewer(unsent);
  forgetOutbox();
  const device = import('./push.ts').then(({ forgetDevice }) => forgetDevice());
  const replies =
    unsent === 'kept' && import('./storedReplies.ts').then(({ moveRepliesToOutbox }) => moveRepliesToOutbox(member));
  await Promise.allSettled([replies]);
  await Promise.allSettled([deleteMemberCache(), unsent === 'deleted' && deleteAllPictures(), device]);
}

/**
 * Redirects a visitor of a protected page to the log-in page, whose address names the page to return to. If the session of a
 * member had ended there, the log-in of another member leads to the account screen instead.
 */
export async function requireMember({ href, state }: ParsedLocation): Promise<void> {
  // The code of this screen has just run, and on a slow phone one task with more work would be too long. So the rest runs in a
  // task of its own.
  await nextTask();
  const member = pageMember();
  const session = await loadSession();
  if (!session) {
    // Links on public pages contain `?login`, so that the server sends the app instead of the public page. The page to return
    // to has none.
    const next = href === '/account' ? undefined : href.replace(/\?login=?$/, '');
    throw redirect({ to: '/login', search: { next }, state: { member: member ?? undefined }, replace: true });
  }
  if (state.member !== undefined && state.member !== String(session.user.userId))
    throw redirect({ to: '/account', replace: true });
}

export function endSession(unsent: Unsent): void {
  queryClient.clear();
  void forgetMember(unsent);
}
