import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../lib/lists.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { PeopleList } from '../users/PeopleList.tsx';

interface Props {
  userId: number;
  kind: 'followers' | 'following';
}

export default function PeopleDialog({ userId, kind }: Props) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const list = trpc.follows[kind].useInfiniteQuery({ userId, limit: 50 }, { ...paging, staleTime: 0 });
  return (
    <Dialog title={kind === 'followers' ? t('profile.followersTitle') : t('profile.followingTitle')} onClose={close}>
      <div className="p-3 rail:min-h-80">
        {list.isPending && <SkeletonList />}
        {list.isError && !list.data && (
          <ErrorState title={t('profile.listFailed')} onRetry={() => void list.refetch()} />
        )}
        <PeopleList people={itemsOf(list.data)} />
        <LoadMore key={list.data?.pages.length} more={list} />
      </div>
    </Dialog>
  );
}
