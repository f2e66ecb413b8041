import { memberCachePrefix } from './keptHeader.ts';

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
