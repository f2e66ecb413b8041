import type { FailedJob } from '@kith/contracts';
import { useMutation } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { itemsOf, paging } from '../../lib/lists.ts';
import { refetched } from '../../lib/refetched.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toast } from '../../ui/toast.tsx';
import { NotLoaded } from './Section.tsx';

function useJob({ jobId }: FailedJob) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: (name: 'retry' | 'drop') => api.host[`${name}Job`].mutate({ jobId }),
    onSuccess: (_, name) => toast(t(`host.jobs.${name}Done`), { variant: 'good' }),
    onError: (error) => {
      // `not-found` means that another host has retried or dropped the job.
      if (failureOf(error).code !== 'not-found') toast(failureText(error), { variant: 'bad' });
    },
    onSettled: () => Promise.all([utils.host.jobs.invalidate(), utils.host.overview.invalidate()]),
  });
}

function Job({ job }: { job: FailedJob }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useJob(job);
  const [confirming, setConfirming] = useState(false);
  const { name, text, member, failedAt, cause } = job;
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-60 flex-1">
        <p data-own className="text-15 font-medium wrap-anywhere">
          {text}
        </p>
        <p className="text-13 text-soft">
          <code data-own>{name}</code>,{' '}
          {member && (
            <>
              {t('host.jobs.for')} <bdi data-own>{nameOf(member)}</bdi>,{' '}
            </>
          )}
          <TimeAgo at={failedAt} />
        </p>
        <p data-own className="text-13 wrap-anywhere text-danger">
          {cause}
        </p>
      </div>
      <div className="flex gap-2">
        <Button small variant="quiet" busy={isPending} onClick={() => mutate('retry')}>
          {t('host.jobs.retry')}
        </Button>
        <Button small variant="danger" busy={isPending} onClick={() => setConfirming(true)}>
          {t('host.jobs.drop')}
        </Button>
      </div>
      {confirming && (
        <ConfirmDialog
          title={t('host.jobs.dropTitle')}
          question={t('host.jobs.dropQuestion')}
          yes={t('host.jobs.drop')}
          busy={isPending}
          onYes={() => mutate('drop', { onSettled: () => setConfirming(false) })}
          onClose={() => setConfirming(false)}
        />
      )}
    </li>
  );
}

/** Jobs that failed for good, each of which can be retried or dropped. */
export function Jobs() {
  const { t } = useTranslation();
  const list = trpc.host.jobs.useInfiniteQuery({ limit: 30 }, { ...paging, ...refetched });
  const jobs = itemsOf(list.data);
  if (!list.data) return <NotLoaded failed={list.isError} onRetry={list.refetch} />;
  if (jobs.length === 0) return <EmptyState icon={ListChecks} title={t('host.jobs.none')} />;
  return (
    <>
      <p className="text-15 text-pretty text-soft">{t('host.jobs.lead')}</p>
      <ul className="flex flex-col">
        {jobs.map((job) => (
          <Job key={job.jobId} job={job} />
        ))}
      </ul>
      <LoadMore more={list} />
    </>
  );
}
