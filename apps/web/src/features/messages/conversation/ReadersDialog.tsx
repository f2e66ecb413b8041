import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../../lib/lists.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { PersonRow } from '../../people/PersonRow.tsx';

interface Props {
  messageId: number;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

/** The members of a group who have read a message by the viewer. */
export default function ReadersDialog({ messageId, onClose, focusAfter }: Props) {
  const { t } = useTranslation();
  const list = trpc.messages.readers.useInfiniteQuery({ messageId, limit: 50 }, { ...paging, staleTime: 0 });
  const people = itemsOf(list.data);
  return (
    <Dialog title={t('readers.title')} size="small" onClose={onClose} focusAfter={focusAfter}>
      <div className="flex min-h-30 flex-col gap-2 p-3">
        {list.isPending && <SkeletonList rows={3} />}
        {list.isError && !list.data && <ErrorState title={t('readers.failed')} onRetry={() => void list.refetch()} />}
        <p role="status" className="px-2 text-15 text-soft empty:hidden">
          {list.data && people.length === 0 && !list.hasNextPage && t('readers.none')}
        </p>
        <ul className="flex flex-col empty:hidden">
          {people.map((person) => (
            <li key={person.userId}>
              <PersonRow person={person} />
            </li>
          ))}
        </ul>
        <LoadMore key={list.data?.pages.length} more={list} />
      </div>
    </Dialog>
  );
}
