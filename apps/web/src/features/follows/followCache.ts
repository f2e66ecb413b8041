import type { InfiniteData, QueryClient } from '@tanstack/react-query';

interface Relation {
  userId: number;
  followedByMe: boolean;
  followersCount?: number;
}

const isRelation = (data: unknown): data is Relation => typeof (data as Relation | null)?.followedByMe === 'boolean';

/** Changes a member's relation to the viewer wherever it is shown. */
export function patchPerson(client: QueryClient, userId: number, change: (old: Relation) => Partial<Relation>): void {
  const apply = <T>(data: T): T => (isRelation(data) && data.userId === userId ? { ...data, ...change(data) } : data);
  const inList = <T extends { items: unknown[] }>(page: T): T => ({ ...page, items: page.items.map(apply) });
  client.setQueriesData(
    {
      predicate: ({ queryKey }) => ['users', 'follows'].includes((queryKey[0] as string[] | undefined)?.[0] ?? ''),
    },
    (data: unknown) => {
      if (Array.isArray((data as InfiniteData<unknown> | undefined)?.pages)) {
        const pages = data as InfiniteData<{ items: unknown[] }>;
        return { ...pages, pages: pages.pages.map(inList) };
      }
      if (Array.isArray((data as { items?: unknown[] } | undefined)?.items))
        return inList(data as { items: unknown[] });
      return apply(data);
    },
  );
}
