import { pageMember } from './member.ts';
import { memberCachePrefix } from './offlineCache.ts';
import { enqueue, type OutboxPayloads } from './outbox/store.ts';

// Replies that were written in a notification and could not be sent. The service worker stores them in the member's own cache.

const folder = '/kept/replies/';
export const keptReply = (clientId: string): string => folder + clientId;

/**
 * Moves the stored replies into the outbox. They keep their client ids, so that two tabs doing this send each reply only once.
 */
export async function takeReplies(): Promise<void> {
  const name = memberCachePrefix + pageMember();
  if (!('caches' in globalThis) || !(await caches.has(name))) return;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const kept = pathname.startsWith(folder) && (await cache.match(request));
    if (!kept) continue;
    enqueue('message', (await kept.json()) as OutboxPayloads['message'], pathname.slice(folder.length));
    await cache.delete(request);
  }
}
