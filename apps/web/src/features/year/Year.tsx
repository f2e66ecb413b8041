import { Link } from '@tanstack/react-router';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Printer from 'lucide-react/icons/printer';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './print.css?url';
import { YearMonth } from './YearMonth.tsx';

/** The interval, in milliseconds, at which the page is fetched while it is being made. */
const pollMs = 1_500;

/** Prints in light colours, whatever the theme on the screen is. */
function useLightPrint(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let before = dataset.theme;
    const toLight = () => {
      before = dataset.theme;
      dataset.theme = 'light';
    };
    const restore = () => {
      if (before === undefined) delete dataset.theme;
      else dataset.theme = before;
    };
    addEventListener('beforeprint', toLight);
    addEventListener('afterprint', restore);
    return () => {
      removeEventListener('beforeprint', toLight);
      removeEventListener('afterprint', restore);
    };
  }, []);
}

const YearLink = ({ year, label, children }: { year: number; label: string; children: ReactNode }) => (
  <Link
    to="/year/$year"
    params={{ year: String(year) }}
    aria-label={label}
    title={label}
    className="grid size-11 place-items-center rounded-full hover:bg-sunken"
  >
    {children}
  </Link>
);

/** The viewer's own year, made on request: pictures and words by month, for the screen and for paper. */
export default function Year({ year }: { year: number }) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const sheet = useRef<HTMLDivElement>(null);
  const query = trpc.years.read.useQuery(
    { year },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? pollMs : false) },
  );
  const { status, months = [] } = query.data ?? {};
  useLightPrint();

  const make = async () => {
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const made = await api.years.make.mutate({ year, timeZone });
      // An answer that is still on its way was given before the page was asked for.
      await utils.years.read.cancel({ year });
      utils.years.read.setData({ year }, made);
    } catch (error) {
      toast(failureText(error), { variant: 'bad' });
    }
  };
  const print = async () => {
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    window.print();
  };

  return (
    <div ref={sheet} data-sheet className="flex flex-col gap-6 px-4 py-5 rail:px-0 rail:py-8">
      <link rel="stylesheet" href={styles} precedence="default" />
      <div className="flex flex-wrap items-center gap-1">
        <h1 className="mr-auto text-28 font-bold tracking-tight">{t('year.heading', { year })}</h1>
        <div data-screen-only className="flex items-center">
          <YearLink year={year - 1} label={String(year - 1)}>
            <ChevronLeft aria-hidden className="size-5" />
          </YearLink>
          {year < new Date().getFullYear() && (
            <YearLink year={year + 1} label={String(year + 1)}>
              <ChevronRight aria-hidden className="size-5" />
            </YearLink>
          )}
        </div>
      </div>
      {query.isError && !query.data && <ErrorState onRetry={() => void query.refetch()} />}
      {(query.isPending || status === 'waiting') && (
        <div role="status" aria-label={t('year.making')} className="grid grid-cols-3 gap-3">
          {Array.from({ length: 9 }, (_, tile) => tile).map((tile) => (
            <Skeleton key={tile} className="aspect-square" />
          ))}
        </div>
      )}
      {status === 'none' && (
        <EmptyState icon={CalendarHeart} title={t('year.none', { year })} lead={t('year.noneLead')}>
          <Button onClick={() => void make()}>{t('year.make')}</Button>
        </EmptyState>
      )}
      {status === 'ready' && months.length === 0 && (
        <EmptyState icon={CalendarHeart} title={t('year.empty', { year })} lead={t('year.emptyLead')} />
      )}
      {status === 'ready' && months.length > 0 && (
        <>
          {months.map((month) => (
            <YearMonth key={month.month} year={year} month={month} />
          ))}
          <div data-screen-only className="flex flex-wrap gap-2">
            <Button variant="quiet" onClick={() => void print()}>
              <Printer aria-hidden className="size-4.5" />
              {t('year.print')}
            </Button>
            <Button variant="ghost" onClick={() => void make()}>
              <RefreshCw aria-hidden className="size-4.5" />
              {t('year.again')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
