import { sessionKey } from './member.ts';
import type { Session } from './types.ts';

/** Marks a response that the service worker had cached. */
export const cachedHeader = 'kith-kept';

/** The name of the signed-in member's cache starts with this. Nothing is cached while nobody is signed in. */
export const memberCachePrefix = 'kith-member-';

/** Deletes the caches of all other members. */
async function deleteOthers(stored?: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(memberCachePrefix) && name !== stored) await caches.delete(name);
  }
}

/** Lets the service worker cache this member's last feed and pictures, and only theirs. */
export async function openMemberCache(userId: number): Promise<void> {
  if (!('caches' in globalThis)) return;
  const name = `${memberCachePrefix}${userId}`;
  try {
    await deleteOthers(name);
    await caches.open(name);
  } catch {
    // Caches need a secure origin, and a private window may refuse them. The app then opens without the last feed.
  }
}

export async function deleteMemberCache(): Promise<void> {
  if ('caches' in globalThis) await deleteOthers().catch(() => undefined);
}

/** Stores the session, so that the app opens without a connection; the e-mail address is left out. */
export function storeSession(session: Session): void {
  try {
    localStorage.setItem(sessionKey, JSON.stringify({ ...session, user: { ...session.user, email: '' } }));
  } catch {
    // Without storage the app needs the server to open.
  }
}

/** The stored session, until it expires. */
export function storedSession(): Session | null {
  try {
    const stored = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Session | null;
    if (!stored || Date.parse(stored.expiresAt) <= Date.now()) return null;
    // A session that an earlier version stored has no links.
    return { ...stored, user: { ...stored.user, links: stored.user.links ?? [] } };
  } catch {
    return null;
  }
}
