import { createFileRoute, useNavigate, useRouterState } from '@tanstack/react-router';
import UserSearch from 'lucide-react/icons/user-search';
import { lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InviteButton } from '../../features/people/InviteButton.tsx';
import { MemberSuggestions } from '../../features/search/MemberSuggestions.tsx';
import { RecentSearches, useRecentSearches } from '../../features/search/RecentSearches.tsx';
import { Results, type SearchKind, searchKinds } from '../../features/search/Results.tsx';
import { WithPanel } from '../../features/shell/WithPanel.tsx';
import { useDebounced } from '../../lib/useDebounced.ts';
import { useMedia, wideScreen } from '../../lib/useMedia.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { Optional } from '../../ui/Optional.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

const DiscoverPanel = lazy(() => import('../../features/search/DiscoverPanel.tsx'));

/** Holds the search in the address, such as `?q=lake&kind=posts`, so that Back and a shared link repeat it. */
function useAddress() {
  const navigate = useNavigate();
  const { q = '', kind } = Route.useSearch();
  const write = (query: string, kind: SearchKind) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, q: query || undefined, kind: kind === 'people' ? undefined : kind }),
      replace: true,
      resetScroll: false,
    });
  return { query: q, kind: kind ?? ('people' as const), write };
}

function BrowseScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const [typed, setTyped] = useState(address.query);
  const [kind, setKind] = useState<SearchKind>(address.kind);
  const { recent, remember, clear } = useRecentSearches();
  const query = useDebounced(typed.trim(), 200);
  // On wide screens, the panel on the right shows the tags.
  const isWide = useMedia(wideScreen);
  const opensToSearch = useRouterState({ select: ({ location }) => location.state.searching === true });
  const searching = typed.trim() !== '' && query !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search changes the address.
  useEffect(() => {
    if (query !== address.query || kind !== address.kind) address.write(query, kind);
  }, [query, kind]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a Browse link removes the search.
  useEffect(() => {
    if (!address.query && query) setTyped('');
  }, [address.query]);
  return (
    <WithPanel panel={<DiscoverPanel people={false} />} className="flex flex-col gap-5 px-4 py-5 rail:px-0 rail:py-8">
      <title>{t('common.pageTitle', { page: t('browse.title') })}</title>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="flex items-center gap-3 text-28 font-bold tracking-tight">
          <UserSearch aria-hidden className="size-7 text-accent-text" strokeWidth={1.8} />
          {t('browse.heading')}
        </h1>
        <InviteButton />
      </div>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          remember(typed.trim());
        }}
        onBlur={() => remember(typed.trim())}
      >
        <SearchField label={t(`search.${kind}Label`)} value={typed} onChange={setTyped} autoFocus={opensToSearch} />
        <FilterBar
          label={t('search.kinds')}
          options={searchKinds}
          nameOf={(each) => t(`search.${each}Kind`)}
          chosen={kind}
          onChoose={setKind}
        />
      </form>
      {searching ? (
        <Results kind={kind} query={query} />
      ) : (
        <>
          <RecentSearches recent={recent} onChoose={setTyped} onClear={clear} />
          {kind === 'people' ? (
            <MemberSuggestions />
          ) : (
            !isWide && (
              <Optional>
                <DiscoverPanel people={false} />
              </Optional>
            )
          )}
        </>
      )}
    </WithPanel>
  );
}

interface BrowseSearch {
  q?: string | undefined;
  kind?: Exclude<SearchKind, 'people'> | undefined;
}

export const Route = createFileRoute('/_app/browser')({
  validateSearch: ({ q, kind }): BrowseSearch => ({
    q: q === undefined ? undefined : String(q),
    kind: kind === 'posts' || kind === 'tags' ? kind : undefined,
  }),
  component: BrowseScreen,
});
