import MailQuestion from 'lucide-react/icons/mail-question-mark';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Requests } from './useRequests.ts';

const RequestsDialog = lazy(() => import('./RequestsDialog.tsx'));

/** A row above the list of chats that opens the list of chat requests. Rendered only while there are requests. */
export function RequestsRow({ list, requests }: Requests) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (requests.length === 0 && !open) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="mb-1 flex min-h-14 w-full items-center gap-3 rounded-card p-2 text-start -outline-offset-2 hover:bg-sunken"
      >
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sunken text-soft">
          <MailQuestion aria-hidden className="size-5" />
        </span>
        <span className="min-w-0 flex-1 truncate font-semibold">{t('chatRequests.title')}</span>
        <span className="text-13 text-soft">
          <span aria-hidden>
            {requests.length}
            {list.hasNextPage && '+'}
          </span>
          <span className="sr-only">{t('chatRequests.waiting', { count: requests.length })}</span>
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <RequestsDialog list={list} requests={requests} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
