import { createFileRoute, useNavigate, useRouterState } from '@tanstack/react-router';
import UserSearch from 'lucide-react/icons/user-search';
import { lazy, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ComingUp, EventList } from '../../features/events/ComingUp.tsx';
import { InviteButton } from '../../features/people/InviteButton.tsx';
import { BestResults } from '../../features/search/BestResults.tsx';
import { MemberSuggestions } from '../../features/search/MemberSuggestions.tsx';
import { RecentSearches, useRecentSearches } from '../../features/search/RecentSearches.tsx';
import { Results, type SearchKind } from '../../features/search/Results.tsx';
import { WithPanel } from '../../features/shell/WithPanel.tsx';
import { useDebounced } from '../../lib/useDebounced.ts';
import { useMedia, wideScreen } from '../../lib/useMedia.ts';
import { Form } from '../../ui/Field.tsx';
import { Optional } from '../../ui/Optional.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

const DiscoverPanel = lazy(() => import('../../features/search/DiscoverPanel.tsx'));

/** The longest query that the server accepts. */
const maxQuery = 100;

/** Holds the search in the address, such as `?q=lake&kind=posts`, so that Back and a shared link repeat it. */
function useSearchAddress() {
  const navigate = useNavigate();
  const { q = '', kind } = Route.useSearch();
  const [typed, setTyped] = useState(q);
  const query = useDebounced(typed.trim().slice(0, maxQuery), 200);
  const { index, sought } = useRouterState({
    select: ({ location }) => ({ index: location.state.__TSR_index, sought: String(location.search.q ?? '') }),
    structuralSharing: true,
  });
  const earlier = useRef({ index, sought });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new search changes the address.
  useEffect(() => {
    if (query === q) return;
    const search = { q: query || undefined, kind: query ? kind : undefined };
    void navigate({ to: '.', search: (old) => ({ ...old, ...search }), replace: true, resetScroll: false });
  }, [query]);
  // Back or a link leads to another search. The closing of a popup, which leaves the search as it is, must not undo what is being
  // typed, nor must the address that follows the typing.
  useEffect(() => {
    if (index !== earlier.current.index && sought !== earlier.current.sought) setTyped(sought);
    earlier.current = { index, sought };
  }, [index, sought]);
  return { typed, setTyped, kind, query: typed.trim() === '' ? '' : query };
}

function BrowseScreen() {
  const { t } = useTranslation();
  const { typed, setTyped, kind, query } = useSearchAddress();
  const { events } = Route.useSearch();
  const { recent, remember, clear } = useRecentSearches();
  // On wide screens, the panel on the right shows the tags.
  const isWide = useMedia(wideScreen);
  const opensToSearch = useRouterState({ select: ({ location }) => location.state.searching === true });
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
      <Form onSubmit={() => remember(typed.trim())} onBlur={() => remember(typed.trim())}>
        <SearchField label={t('search.peopleLabel')} value={typed} onChange={setTyped} autoFocus={opensToSearch} />
      </Form>
      {!query && events && <EventList />}
      {!query && !events && (
        <ComingUp>
          <RecentSearches recent={recent} onChoose={setTyped} onClear={clear} />
          <MemberSuggestions />
          {!isWide && (
            <Optional>
              <DiscoverPanel people={false} />
            </Optional>
          )}
        </ComingUp>
      )}
      {query && (kind ? <Results kind={kind} query={query} /> : <BestResults query={query} />)}
    </WithPanel>
  );
}

interface BrowseSearch {
  q?: string | undefined;
  /** Set if all results of one kind are shown. */
  kind?: SearchKind | undefined;
  /** Set if all events that are to come are shown. */
  events?: true | undefined;
}

export const Route = createFileRoute('/_app/browser')({
  validateSearch: ({ q, kind, events }): BrowseSearch => ({
    events: events === true || undefined,
    q: q === undefined ? undefined : String(q),
    kind: kind === 'people' || kind === 'posts' || kind === 'tags' ? kind : undefined,
  }),
  component: BrowseScreen,
});
