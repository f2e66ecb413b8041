import CircleCheck from 'lucide-react/icons/circle-check';
import DatabaseBackup from 'lucide-react/icons/database-backup';
import { useTranslation } from 'react-i18next';
import { postDate } from '../../i18n/dates.ts';
import { fileSize } from '../../i18n/sizes.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { refetched } from '../../lib/refetched.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { FormMessage } from '../../ui/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.tsx';
import { NotLoaded } from './Section.tsx';

/** How often the progress of a running backup is fetched, in milliseconds. */
const progressMs = 2_000;

/** How long after a backup was asked for it is looked for, in milliseconds: the queue may get it some seconds later. */
const startMs = 60_000;

/** The backups, the newest first, and a button that makes one. */
export function Backups() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const start = trpc.host.startBackup.useMutation({
    onError: (failure) => toast(failureText(failure), { variant: 'bad' }),
    onSettled: () => utils.host.backups.invalidate(),
  });
  const { data, error, refetch } = trpc.host.backups.useQuery(undefined, {
    ...refetched,
    refetchInterval: ({ state }) =>
      state.data?.running || Date.now() < start.submittedAt + startMs ? progressMs : refetched.refetchInterval,
  });

  if (error && failureOf(error).code === 'no-backup-folder')
    return <EmptyState icon={DatabaseBackup} title={t('host.backups.off')} lead={t('host.backups.offLead')} />;
  if (!data) return <NotLoaded failed={error !== null} onRetry={refetch} />;

  const { items, running, lastError } = data;
  // The size of the newest backup says about how large the next one becomes.
  const expected = items[0]?.bytes;
  const percent = running && expected ? Math.min(98, Math.floor((running.bytes / expected) * 100)) : 0;
  return (
    <>
      <div className="flex flex-col gap-3">
        <Button className="self-start" busy={start.isPending || running !== null} onClick={() => start.mutate()}>
          {t('host.backups.start')}
        </Button>
        <p role="status" className="text-15 text-soft empty:hidden">
          {running && t('host.backups.running', { size: fileSize(running.bytes) })}
        </p>
        {running && <ProgressBar label={t('host.backups.progress')} percent={percent} finishing={!expected} />}
        <FormMessage text={lastError && t('host.backups.failed', { message: lastError.message })} />
      </div>
      {items.length === 0 ? (
        <p className="text-15 text-soft">{t('host.backups.none')}</p>
      ) : (
        <ul className="flex flex-col">
          {items.map(({ file, at, bytes, verified }) => (
            <li key={file} className="flex min-h-15 items-center gap-4 border-t border-line py-2 first:border-t-0">
              <div className="min-w-0 flex-1">
                <p className="text-15 font-medium">
                  <time dateTime={at}>{postDate(at)}</time>
                </p>
                <p data-own className="text-13 wrap-anywhere text-soft">
                  {file}
                </p>
              </div>
              <p className="flex shrink-0 flex-col items-end text-13 text-soft">
                <span className="tabular-nums">{fileSize(bytes)}</span>
                {verified ? (
                  <span className="flex items-center gap-1 text-good">
                    <CircleCheck aria-hidden className="size-4" />
                    {t('host.backups.verified')}
                  </span>
                ) : (
                  <span>{t('host.backups.unverified')}</span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
