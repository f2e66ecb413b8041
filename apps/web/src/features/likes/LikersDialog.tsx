import Heart from 'lucide-react/icons/heart';
import { useTranslation } from 'react-i18next';
import { paging } from '../../lib/lists.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { PeoplePages } from '../follows/PeoplePages.tsx';

/** The members who like a post, most recent like first, each with a follow button. */
export default function LikersDialog({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const list = trpc.likes.likers.useInfiniteQuery({ postId, limit: 50 }, { ...paging, staleTime: 0 });
  return (
    <Dialog title={t('likes.title')} onClose={close}>
      <PeoplePages list={list} failed={t('likes.failed')} empty={<EmptyState icon={Heart} title={t('likes.none')} />} />
    </Dialog>
  );
}
