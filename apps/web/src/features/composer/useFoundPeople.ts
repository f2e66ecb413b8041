import { trpc } from '../../lib/trpc.ts';
import type { UserListItem } from '../../lib/types.ts';
import { useDebounced } from '../../lib/useDebounced.ts';

/** Members whose names start with what is typed and go on, once the typing pauses; nothing typed finds nobody. */
export function useFoundPeople(typed: string): UserListItem[] {
  const query = useDebounced(typed, 200);
  const found = trpc.users.search.useQuery({ query, limit: 5 }, { enabled: query.length > 0 });
  const begin = typed.toLowerCase();
  if (!begin) return [];
  return (found.data?.items ?? []).filter(({ userName }) => {
    const name = userName.toLowerCase();
    return name.startsWith(begin) && name !== begin;
  });
}
