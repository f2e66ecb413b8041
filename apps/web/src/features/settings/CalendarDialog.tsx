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
import { Form } from '../../ui/Field.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.tsx';
import { useReauthentication } from '../auth/useReauthentication.tsx';
import type { SettingsPopupProps } from './parts.tsx';
import { ShownOnce } from './ShownOnce.tsx';

/** Makes, renews and switches off the secret address at which a calendar program reads the member's events. */
export function CalendarDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const utils = trpc.useUtils();
  const state = trpc.calendar.state.useQuery(undefined, { staleTime: 0 });
  const [url, setUrl] = useState<string>();
  const { busy, run, fields } = useReauthentication();
  const renew = async () => {
    setUrl((await api.calendar.renew.mutate()).url);
    await utils.calendar.state.invalidate();
  };
  const { mutate: remove, isPending } = useMutation({
    mutationFn: () => api.calendar.remove.mutate(),
    onSuccess: () => {
      setUrl(undefined);
      toast(t('calendar.removed'), { variant: 'good' });
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
        <Form className="flex flex-col gap-4" onSubmit={() => void run(renew)}>
          {fields}
          {state.data === null && !url && (
            <Button type="submit" busy={busy}>
              {t('calendar.make')}
            </Button>
          )}
          {state.data && (
            <>
              {!url && <p className="text-15">{t('calendar.since', { date: shortDay(state.data.createdAt) })}</p>}
              <div className="flex flex-wrap gap-2">
                <Button type="submit" variant="outline" busy={busy}>
                  {t('calendar.renew')}
                </Button>
                <Button variant="danger" busy={isPending} onClick={() => remove()}>
                  {t('calendar.remove')}
                </Button>
              </div>
              <p className="text-13 text-pretty text-soft">{t('calendar.renewNote')}</p>
            </>
          )}
        </Form>
      </div>
    </Dialog>
  );
}
