import MessagesSquare from 'lucide-react/icons/messages-square';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { useViewer } from '../../lib/session.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ChatPane } from './ChatPane.tsx';
import { ContactList } from './ContactList.tsx';
import { useFilledHeight } from './useFilledHeight.ts';

/** The list of chats beside the open one; below 700 px one of them at a time. */
export function MessagesScreen({ userId }: { userId?: number | undefined }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const box = useFilledHeight();
  const chosen = userId === viewer.userId ? undefined : userId;
  return (
    <div
      ref={box}
      className={cx(
        '-mb-4 flex h-[calc(var(--view,100dvh)-var(--above,0px)-3.5rem-env(safe-area-inset-bottom))] overflow-hidden',
        'data-typing:h-[calc(var(--view)-var(--above,0px))] rail:-mb-8 rail:h-[calc(100dvh-var(--above,0px))]',
      )}
    >
      <title>{t('common.pageTitle', { page: t('messages.title') })}</title>
      <ContactList chosen={chosen} className={chosen === undefined ? 'flex' : 'hidden rail:flex'} />
      {chosen === undefined ? (
        <div className="hidden flex-1 place-items-center rail:grid">
          <EmptyState icon={MessagesSquare} title={t('messages.choose')} lead={t('messages.chooseLead')} />
        </div>
      ) : (
        <ChatPane key={chosen} userId={chosen} />
      )}
    </div>
  );
}
