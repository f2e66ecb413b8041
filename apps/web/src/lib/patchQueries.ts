import { type InfiniteData, notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Changes the cached results of the queries under `keys`. A result that `change` returns as it is stays untouched. The others keep
 * their age, and if they wait for a refetch, they go on waiting.
 */
export function patchQueries<T>(client: QueryClient, keys: readonly QueryKey[], change: (data: T) => T): void {
  notifyManager.batch(() => {
    for (const query of keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }))) {
      const { data, dataUpdatedAt, isInvalidated } = query.state;
      const next = data === undefined ? data : change(data as T);
      if (next === data) continue;
      query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
      if (isInvalidated) query.invalidate();
    }
  });
}

interface Page<Item> {
  items: Item[];
}

/** Changes items of the cached lists under `keys`, paged or not. `change` returns null for an item that is to be removed. */
export function patchItems<Item>(
  client: QueryClient,
  keys: readonly QueryKey[],
  change: (item: Item) => Item | null,
): void {
  const mapPage = (page: Page<Item>): Page<Item> => {
    const items = page.items.map(change);
    return items.every((item, index) => item === page.items[index])
      ? page
      : { ...page, items: items.filter((item) => item !== null) };
  };
  patchQueries<Page<Item> | InfiniteData<Page<Item>>>(client, keys, (data) => {
    if (!('pages' in data)) return mapPage(data);
    const pages = data.pages.map(mapPage);
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
  });
}
