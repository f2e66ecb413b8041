import { sessionKey } from './member.ts';
import type { Session } from './types.ts';

/** The header that marks a response as coming from the service worker's cache. */
export const cachedHeader = 'kith-cached';

/** The start of the name of the signed-in member's cache. Nothing is cached while nobody is signed in. */
export const memberCachePrefix = 'kith-member-';

/** Deletes the caches of all members except the one named `stored`. */
async function deleteOthers(stored?: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(memberCachePrefix) && name !== stored) await caches.delete(name);
  }
}

/**
 * Opens this member's cache, in which the service worker then stores the feed and pictures. Deletes the caches of other
 * members.
 */
export async function openMemberCache(userId: number): Promise<void> {
  if (!('caches' in globalThis)) return;
  const name = `${memberCachePrefix}${userId}`;
  try {
    await deleteOthers(name);
    await caches.open(name);
  } catch {
    // Caches need a secure origin, and a private window may refuse them. The app then works without an offline feed.
  }
}

export async function deleteMemberCache(): Promise<void> {
  if ('caches' in globalThis) await deleteOthers().catch(() => undefined);
}

/** Stores the session without the e-mail address, so that the app can be opened without a connection. */
export function storeSession(session: Session): void {
  try {
    localStorage.setItem(sessionKey, JSON.stringify({ ...session, user: { ...session.user, email: '' } }));
  } catch {
    // Without storage, the app can be opened only while the server is available.
  }
}

/** Returns the stored session, or null if there is none or it has expired. */
export function storedSession(): Session | null {
  try {
    const stored = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Session | null;
    return stored && Date.parse(stored.expiresAt) > Date.now() ? stored : null;
  } catch {
    return null;
  }
}
