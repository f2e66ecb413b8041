import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { ContactListState } from './ContactListState.tsx';
import { ContactRow } from './ContactRow.tsx';
import { useContacts } from './useContacts.ts';

interface Props {
  chosen: number | undefined;
  className?: string;
}

/** Everybody one can write with, the most recent first, with a search by name. */
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
    </section>
  );
}
