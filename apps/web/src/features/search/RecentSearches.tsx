import History from 'lucide-react/icons/history';
import { useTranslation } from 'react-i18next';
import { useStoredValue } from '../../lib/useStoredValue.ts';
import { Button } from '../../ui/Button.tsx';

const maxRecent = 8;

/** Holds the member's recent searches in this browser, newest first. */
export function useRecentSearches() {
  const [recent, set, clear] = useStoredValue<string[]>('searches', []);
  const remember = (query: string) => {
    if (query.length > 1) set([query, ...recent.filter((each) => each !== query)].slice(0, maxRecent));
  };
  return { recent, remember, clear };
}

interface Props {
  recent: string[];
  onChoose: (query: string) => void;
  onClear: () => void;
}

export function RecentSearches({ recent, onChoose, onClear }: Props) {
  const { t } = useTranslation();
  if (!recent.length) return null;
  return (
    <section aria-labelledby="recent" className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <h2 id="recent" className="text-17 font-semibold">
          {t('search.recent')}
        </h2>
        <Button variant="ghost" small onClick={onClear}>
          {t('search.clearRecent')}
        </Button>
      </div>
      <ul className="-mx-2">
        {recent.map((query) => (
          <li key={query}>
            <button
              type="button"
              onClick={() => onChoose(query)}
              className="flex min-h-11 w-full items-center gap-3 rounded-card px-2 text-start text-15 hover:bg-sunken"
            >
              <History aria-hidden className="size-4.5 shrink-0 text-soft" />
              <span className="truncate">{query}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
