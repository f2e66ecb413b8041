import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Fetches a query again that was invalidated during its first fetch: what is on its way may be older than the reason, and the
 * query client, which cancels later fetches, forgets the reason when the first one succeeds.
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
