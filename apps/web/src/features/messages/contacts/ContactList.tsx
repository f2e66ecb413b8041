import { Link } from '@tanstack/react-router';
import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { ToastPlace } from '../../../ui/toast.tsx';
import { ContactRow } from './ContactRow.tsx';
import { useContacts } from './useContacts.ts';

interface ContactListStateProps {
  list: {
    data: unknown;
    hasNextPage: boolean;
    isPending: boolean;
    isError: boolean;
    isPaused: boolean;
    refetch: () => unknown;
  };
  shown: number;
  searching: boolean;
  /** Whether the list is the server's response to the current search. */
  settled: boolean;
}

/** Loading, error and empty states of the list. */
function ContactListState({ list, shown, searching, settled }: ContactListStateProps) {
  const { t } = useTranslation();
  const loading = list.isPending && !list.isPaused;
  const nothing = Boolean(list.data) && !list.hasNextPage && !shown && settled;
  return (
    <>
      <p role="status" className="px-2 text-15 text-soft not-empty:py-3">
        {loading && <span className="sr-only">{t('messages.loading')}</span>}
        {nothing && searching && t('messages.noMatch')}
      </p>
      {loading && (
        <div aria-hidden className="px-2">
          <SkeletonList rows={8} />
        </div>
      )}
      {!list.data && (list.isError || list.isPaused) && (
        <ErrorState title={t('messages.listFailed')} onRetry={() => void list.refetch()} />
      )}
      {nothing && !searching && (
        <EmptyState icon={UsersRound} title={t('messages.none')} lead={t('messages.noneLead')}>
          <Link
            to="/browser"
            className="inline-flex min-h-11 items-center rounded-full bg-accent px-5 font-semibold text-accent-ink hover:bg-accent-strong"
          >
            {t('home.findPeople')}
          </Link>
        </EmptyState>
      )}
    </>
  );
}

interface Props {
  chosen: number | undefined;
  className?: string;
}

/** The chat partners, most recent first, with a search by name. */
export function ContactList({ chosen, className }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { list, contacts, settled } = useContacts(search);
  return (
    <section
      aria-label={t('messages.chats')}
      className={cx('w-full min-w-0 flex-col border-line rail:w-75 rail:shrink-0 rail:border-r wide:w-90', className)}
    >
      <div className="flex flex-col gap-3 px-4 pt-4 pb-3 rail:pt-6">
        <h1 className="text-28 font-bold tracking-tight rail:text-21 rail:tracking-normal">{t('messages.title')}</h1>
        <SearchField label={t('messages.search')} value={search} onChange={setSearch} />
      </div>
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
        <ContactListState list={list} shown={contacts.length} searching={search.trim() !== ''} settled={settled} />
        {contacts.length > 0 && (
          <ul className="flex flex-col gap-0.5">
            {contacts.map((contact) => (
              <li key={contact.user.userId} className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
                <ContactRow contact={contact} open={contact.user.userId === chosen} replace={chosen !== undefined} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore key={list.data?.pages.length} more={list} />
      </div>
      {chosen === undefined && <ToastPlace />}
    </section>
  );
}
