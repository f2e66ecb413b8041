import type { ReactNode } from 'react';
import { itemsOf } from '../../lib/lists.ts';
import type { UserListItem } from '../../lib/types.ts';
import { LoadMore, type MorePages, useFirstItems } from '../../ui/LoadMore.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { PeopleList } from './PeopleList.tsx';

interface Props {
  list: MorePages & {
    data: { pages: { items: UserListItem[] }[] } | undefined;
    isPending: boolean;
    isError: boolean;
    refetch: () => unknown;
  };
  /** The error message if the list could not be fetched. */
  failed?: string;
  /** Content shown if the list is empty. */
  empty?: ReactNode;
  /** Renders a control beside each person. */
  more?: ((person: UserListItem) => ReactNode) | undefined;
}

/** A list of people in a popup. Scrolling down loads more pages. */
export function PeoplePages({ list, failed, empty, more }: Props) {
  const people = itemsOf(list.data);
  const isFilling = useFirstItems(list, people.length);
  return (
    <div className="p-3 rail:min-h-80">
      {(list.isPending || isFilling) && <SkeletonList />}
      {list.isError && !list.data && <ErrorState title={failed} onRetry={() => void list.refetch()} />}
      {list.data && people.length === 0 && !isFilling && empty}
      <PeopleList people={people} more={more} />
      <LoadMore key={list.data?.pages.length} more={list} />
    </div>
  );
}
