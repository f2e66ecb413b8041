import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortDay } from '../../i18n/dates.ts';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.tsx';
import type { SettingsPopupProps } from './parts.tsx';
import { ShownOnce } from './ShownOnce.tsx';

/** Makes, renews and switches off the secret address at which a calendar program reads the member's events. */
export function CalendarDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const utils = trpc.useUtils();
  const state = trpc.calendar.state.useQuery(undefined, { staleTime: 0 });
  // Not the mutation's result, which a later call that fails would take away, although the address is still the one.
  const [url, setUrl] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: async (change: 'renew' | 'remove') => {
      if (change === 'renew') return (await api.calendar.renew.mutate()).url;
      await api.calendar.remove.mutate();
      return undefined;
    },
    onSuccess: (made) => {
      setUrl(made);
      if (!made) toast(t('calendar.removed'), { variant: 'good' });
      return utils.calendar.state.invalidate();
    },
    onError: (error) => toast(failureText(error), { variant: 'bad' }),
  });
  return (
    <Dialog title={t('calendar.title')} screen covered={covered} onClose={close}>
      <div className="flex flex-col gap-4 px-5 py-6">
        <p className="text-15 text-pretty text-soft">{t('calendar.lead')}</p>
        {state.isPending && <SkeletonList rows={1} />}
        {state.isError && <ErrorState onRetry={() => void state.refetch()} />}
        {url && <ShownOnce label={t('calendar.address')} value={url} copy={t('calendar.copy')} />}
        {state.data === null && !url && (
          <Button busy={isPending} onClick={() => mutate('renew')}>
            {t('calendar.make')}
          </Button>
        )}
        {state.data && (
          <>
            {!url && <p className="text-15">{t('calendar.since', { date: shortDay(state.data.createdAt) })}</p>}
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" busy={isPending} onClick={() => mutate('renew')}>
                {t('calendar.renew')}
              </Button>
              <Button variant="danger" busy={isPending} onClick={() => mutate('remove')}>
                {t('calendar.remove')}
              </Button>
            </div>
            <p className="text-13 text-pretty text-soft">{t('calendar.renewNote')}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
