import type { QueryKey } from '@tanstack/react-query';
import { pageMember } from './member.ts';
import { memberCachePrefix } from './offlineCache.ts';
import { queryClient } from './queryClient.ts';

// Reads the query results that features/shell/offlineStorage.ts stores for reading without a connection.

export const queriesPath = '/stored/queries/';

export const addressOf = (queryKey: QueryKey): string => queriesPath + encodeURIComponent(JSON.stringify(queryKey));

/** Returns the cache with the stored results, or null after the log-out and in browsers without caches. */
export async function memberCache(member = pageMember()): Promise<Cache | null> {
  const name = memberCachePrefix + member;
  return 'caches' in globalThis && (await caches.has(name)) ? caches.open(name) : null;
}

/** Fills a query with its stored result, unless the query already has data. */
export async function restoreQuery(cache: Cache, address: string | Request, queryKey: QueryKey): Promise<void> {
  const stored = await (await cache.match(address))?.json();
  if (stored && queryClient.getQueryData(queryKey) === undefined)
    queryClient.setQueryData(queryKey, stored.data, { updatedAt: stored.dataUpdatedAt });
}

/** Fills all queries with their stored results, for a page that opens without a connection. */
export async function restoreQueries(): Promise<void> {
  const cache = await memberCache();
  for (const request of (await cache?.keys()) ?? []) {
    const { pathname } = new URL(request.url);
    if (cache && pathname.startsWith(queriesPath))
      await restoreQuery(
        cache,
        request,
        JSON.parse(decodeURIComponent(pathname.slice(queriesPath.length))) as QueryKey,
      );
  }
}
