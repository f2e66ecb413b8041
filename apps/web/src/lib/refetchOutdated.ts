import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Refetches queries that were invalidated during their first fetch, because the response may be older than the change that
 * invalidated them. The query client restarts only later fetches by itself: when a first fetch succeeds, it drops the
 * invalidation.
 */
export function refetchOutdated(client: QueryClient): () => void {
  const outdated = new WeakSet<Query>();
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    const first = query.state.data === undefined && query.state.fetchStatus !== 'idle';
    if (action.type === 'invalidate' && first) outdated.add(query);
    else if (action.type === 'success' && !action.manual && outdated.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
