import { pageMember } from './member.ts';
import { memberCachePrefix } from './offlineCache.ts';
import { type OutboxPayloads, repliesPath } from './outbox/payloads.ts';
import { enqueue } from './outbox/store.ts';

// Replies that were written in a notification but could not be sent. The service worker stores them in the member's own cache.

/**
 * Moves the stored replies into the outbox. The replies keep their client ids, so that each is sent only once even if two tabs
 * move it.
 */
export async function moveRepliesToOutbox(member = pageMember()): Promise<void> {
  const name = memberCachePrefix + member;
  if (!('caches' in globalThis) || !(await caches.has(name))) return;
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const response = pathname.startsWith(repliesPath) && (await cache.match(request));
    if (!response) continue;
    enqueue(
      'message',
      (await response.json()) as OutboxPayloads['message'],
      pathname.slice(repliesPath.length),
      member,
    );
    await cache.delete(request);
  }
}
