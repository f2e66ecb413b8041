import { replaceEqualDeep } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { forgetAhead } from './api.ts';
import { failureOf } from './failure.ts';
import { dropMemberCache, keepSession, keptSession, openMemberCache } from './kept.ts';
import { dropPictures } from './outbox/pictures.ts';
import { forgetOutbox } from './outbox/store.ts';
import { queries, queryClient, trpc } from './trpc.ts';
import type { Session } from './types.ts';
import { forgetViewer, rememberViewer, someoneWasHere } from './viewer.ts';

let fromKept = false;

// Any refetch may find that somebody else has logged in to this browser meanwhile. What stands on the screen is not
// theirs: it is not shown under their name even for a moment, and the page begins anew.
queryClient.setQueryDefaults(getQueryKey(trpc.auth.session), {
  structuralSharing: (before, next) => {
    const known = before as Session | undefined;
    if (known && known.user.userId !== (next as Session).user.userId) {
      location.reload();
      return known;
    }
    return replaceEqualDeep(before, next);
  },
});

/** Whether the page was opened without the server, on what was kept of the member. */
export const openedOnKept = (): boolean => fromKept;

/** The session, or null for a visitor. Throws only when the server cannot be asked and nobody was signed in here. */
export async function loadSession() {
  try {
    const session = await queries.auth.session.ensureData();
    if (fromKept) return session;
    rememberViewer(session.user);
    keepSession(session);
    void openMemberCache(session.user.userId);
    return session;
  } catch (error) {
    const { code } = failureOf(error);
    const kept = code === 'network' ? keptSession() : null;
    if (kept) {
      fromKept = true;
      queries.auth.session.setData(undefined, kept);
      return kept;
    }
    if (code !== 'unauthenticated') throw error;
    forgetMember();
    return null;
  }
}

/** Asks again for a session that was only kept. False when the server no longer knows it. */
export async function confirmSession(): Promise<boolean> {
  try {
    await queries.auth.session.fetch(undefined, { staleTime: 0 });
    fromKept = false;
    return (await loadSession()) !== null;
  } catch (error) {
    return failureOf(error).code !== 'unauthenticated';
  }
}

/** After log-out nothing of the member stays behind in this browser. */
function forgetMember(): void {
  forgetAhead();
  if (!someoneWasHere()) return;
  fromKept = false;
  forgetViewer();
  forgetOutbox();
  void dropMemberCache();
  void dropPictures();
}

export function endSession(): void {
  queryClient.clear();
  forgetMember();
}

/** The signed-in member; only below the protected layout, whose guard has loaded the session. */
export function useViewer() {
  const { data } = trpc.auth.session.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  if (!data) throw new Error('No session below the protected layout');
  return data.user;
}
