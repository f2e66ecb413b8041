import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../../lib/trpc.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { PersonName } from '../../../ui/PersonName.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { availableOthers, otherOf } from '../chat.ts';
import { useArchivedChats, useChatList } from './useChatList.ts';

/** Lets the viewer choose a member to write to: those with whom they have a chat or a follow first, then all that a search finds. */
export default function NewChatDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const [search, setSearch] = useState('');
  const { list, rows, settled } = useChatList(search);
  const query = useDebounced(search.trim(), 200);
  const found = trpc.search.people.useQuery({ query, limit: 20, namesOnly: true }, { enabled: query.length > 0 });
  const archived = useArchivedChats();
  const known = [...rows, ...(query ? [] : archived.rows)].flatMap((row) => otherOf(row, me) ?? []);
  const others = query
    ? (found.data?.items ?? []).filter(({ userId }) => !known.some((one) => one.userId === userId))
    : [];
  const people = availableOthers([...known, ...others], me);
  const isEmpty = list.data && !list.hasNextPage && settled && !found.isFetching && people.length === 0;
  return (
    <Dialog title={t('messages.new.chat')} onClose={onClose}>
      <div className="flex flex-col gap-3 p-5 rail:min-h-96">
        <SearchField label={t('messages.group.search')} value={search} onChange={setSearch} />
        <p role="status" className="px-1 text-13 text-soft empty:hidden">
          {isEmpty && t('messages.noMatch')}
        </p>
        {list.isPending && !list.isPaused && <SkeletonList rows={5} />}
        <ul className="-mx-2 flex flex-col">
          {people.map((person) => (
            <li key={person.userId}>
              <Link
                to="/messages"
                search={{ userId: person.userId }}
                state={{ opened: true }}
                resetScroll={false}
                preload={false}
                data-own
                onClick={onClose}
                className="flex min-h-14 items-center gap-3 rounded-card px-2 -outline-offset-2 hover:bg-sunken"
              >
                <Avatar src={person.profilePicture} size={40} />
                <span className="min-w-0 flex-1 font-semibold">
                  <PersonName person={person} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <LoadMore key={list.data?.pages.length} more={list} />
      </div>
    </Dialog>
  );
}
