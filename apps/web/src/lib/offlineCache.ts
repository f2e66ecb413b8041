import { sessionKey } from './member.ts';
import type { Session } from './types.ts';

/** Marks a response that the service worker had cached. */
export const cachedHeader = 'kith-kept';

/** The name of the signed-in member's cache starts with this. Nothing is cached while nobody is signed in. */
export const memberCachePrefix = 'kith-member-';

/** Deletes the caches of all other members. */
async function dropOthers(kept?: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(memberCachePrefix) && name !== kept) await caches.delete(name);
  }
}

/** Lets the service worker cache this member's last feed and pictures, and only theirs. */
export async function openMemberCache(userId: number): Promise<void> {
  if (!('caches' in globalThis)) return;
  const name = `${memberCachePrefix}${userId}`;
  try {
    await dropOthers(name);
    await caches.open(name);
  } catch {
    // Caches need a secure origin, and a private window may refuse them. The app then opens without the last feed.
  }
}

export async function dropMemberCache(): Promise<void> {
  if ('caches' in globalThis) await dropOthers().catch(() => undefined);
}

/** Stores the session, so that the app opens without a connection; the e-mail address is left out. */
export function keepSession(session: Session): void {
  try {
    localStorage.setItem(sessionKey, JSON.stringify({ ...session, user: { ...session.user, email: '' } }));
  } catch {
    // Without storage the app needs the server to open.
  }
}

/** The stored session, until it expires. */
export function storedSession(): Session | null {
  try {
    const kept = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Session | null;
    if (!kept || Date.parse(kept.expiresAt) <= Date.now()) return null;
    // A session that an earlier version stored has no links.
    return { ...kept, user: { ...kept.user, links: kept.user.links ?? [] } };
  } catch {
    return null;
  }
}
