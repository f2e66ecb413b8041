import UserSearch from 'lucide-react/icons/user-search';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { useDebounced } from '../../lib/useDebounced.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { SuggestedPeople } from '../users/SuggestedPeople.tsx';
import { FoundPeople } from './FoundPeople.tsx';

export function BrowseScreen() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), 200);
  return (
    <div className="mx-auto flex max-w-155 flex-col gap-5 px-4 py-5 rail:px-6 rail:py-8">
      <title>{t('common.pageTitle', { page: t('browse.title') })}</title>
      <h1 className="flex items-center gap-3 text-28 font-bold tracking-tight">
        <UserSearch aria-hidden className="size-7 text-accent-text" strokeWidth={1.8} />
        {t('browse.heading')}
      </h1>
      <SearchField label={t('browse.search')} value={typed} onChange={setTyped} />
      {typed.trim() && query ? <FoundPeople query={query} /> : <SuggestedPeople />}
    </div>
  );
}
