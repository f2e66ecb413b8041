import { useTranslation } from 'react-i18next';
import { paging } from '../../lib/lists.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PeoplePages } from '../follows/PeoplePages.tsx';

/** The members whose actions one notification summarises, most recent first. */
export default function ActorsDialog({ notificationId }: { notificationId: number }) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const list = trpc.notifications.actors.useInfiniteQuery({ notificationId, limit: 50 }, { ...paging, staleTime: 0 });
  return (
    <Dialog title={t('notifications.people')} onClose={close}>
      <PeoplePages list={list} />
    </Dialog>
  );
}
