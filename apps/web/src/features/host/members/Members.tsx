import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../../lib/lists.ts';
import { refetched } from '../../../lib/refetched.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { NotLoaded } from '../Section.tsx';
import { type MemberAction, MemberDialog } from './MemberDialog.tsx';
import { MemberRow } from './MemberRow.tsx';

const filters = ['all', 'disabled', 'unconfirmed', 'hosts', 'moderators'] as const;

/** All members, with what a host needs to help them, and never with what they wrote. */
export function Members() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const [action, setAction] = useState<MemberAction>();
  const query = useDebounced(typed.trim(), 200);
  const list = trpc.host.members.useInfiniteQuery(
    { query, filter, limit: 30 },
    { ...paging, ...refetched, placeholderData: (shown) => shown },
  );
  const members = itemsOf(list.data);
  return (
    <>
      <div className="flex flex-col gap-3">
        <SearchField label={t('host.members.search')} value={typed} onChange={setTyped} />
        <FilterBar
          label={t('host.members.filter')}
          options={filters}
          nameOf={(each) => t(`host.members.${each}`)}
          chosen={filter}
          onChoose={setFilter}
          scrolls
        />
      </div>
      <div role="status" className="empty:hidden">
        {list.data && members.length === 0 && <EmptyState icon={UsersRound} title={t('host.members.none')} />}
      </div>
      {list.data ? (
        <ul aria-label={t('host.parts.members')} className="-mx-2 flex flex-col">
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} onAction={(name) => setAction({ name, member })} />
          ))}
        </ul>
      ) : (
        <NotLoaded failed={list.isError} onRetry={list.refetch} />
      )}
      <LoadMore more={list} />
      {action && <MemberDialog action={action} onClose={() => setAction(undefined)} />}
    </>
  );
}
