import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Keeps queries outdated that were invalidated during their first fetch, or during a fetch for no component, such as a prefetch:
 * the response may be older than the change that invalidated them. They are fetched again, at once if a component shows them.
 * Other fetches are restarted by the query client itself: of these, it drops the invalidation when they succeed.
 */
export function refetchOutdated(client: QueryClient): () => void {
  const outdated = new WeakSet<Query>();
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    const isFetching = query.state.fetchStatus !== 'idle';
    if (action.type === 'invalidate' && isFetching && (query.state.data === undefined || !query.isActive()))
      outdated.add(query);
    else if (action.type === 'success' && !action.manual && outdated.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
