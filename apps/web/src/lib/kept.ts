import { sessionKey } from './member.ts';
import type { Session } from './types.ts';

/** Marks an answer that the service worker kept from earlier. */
export const keptHeader = 'kith-kept';

/** One cache for what is kept of the member who is signed in; nothing is kept while there is none. */
export const memberCachePrefix = 'kith-member-';

/** Caches exist on secure origins only, and a private window may refuse them: then nothing is kept. */
async function dropOthers(kept?: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(memberCachePrefix) && name !== kept) await caches.delete(name);
  }
}

/** Lets the service worker keep this member's last feed and pictures, and no one else's. */
export async function openMemberCache(userId: number): Promise<void> {
  if (!('caches' in globalThis)) return;
  const name = `${memberCachePrefix}${userId}`;
  try {
    await dropOthers(name);
    await caches.open(name);
  } catch {
    // The app opens without the last feed then.
  }
}

export async function dropMemberCache(): Promise<void> {
  if ('caches' in globalThis) await dropOthers().catch(() => undefined);
}

/** Keeps who is signed in, so that the app opens without a connection; the address of their mail is left out. */
export function keepSession(session: Session): void {
  try {
    localStorage.setItem(sessionKey, JSON.stringify({ ...session, user: { ...session.user, email: '' } }));
  } catch {
    // Without storage the app needs the server to open.
  }
}

/** The kept session, while it lasts. */
export function keptSession(): Session | null {
  try {
    const kept = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Session | null;
    return kept && Date.parse(kept.expiresAt) > Date.now() ? kept : null;
  } catch {
    return null;
  }
}
