import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonList } from '../../ui/SkeletonList.tsx';
import { DeviceRow } from './DeviceRow.tsx';
import { useRevoke } from './useRevoke.ts';

export function DeviceList() {
  const { t } = useTranslation();
  const id = useId();
  const list = trpc.auth.sessions.useQuery(undefined, { staleTime: 0 });
  const revoke = useRevoke();
  const ownFirst = list.data?.items.toSorted((a, b) => Number(b.current) - Number(a.current)) ?? [];
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line p-5">
      <h3 id={id} className="text-15 font-medium">
        {t('privacy.devices')}
      </h3>
      {list.isPending && <SkeletonList rows={2} />}
      {list.isError && <ErrorState title={t('profile.listFailed')} onRetry={() => void list.refetch()} />}
      <ul className="flex flex-col">
        {ownFirst.map((session) => (
          <DeviceRow key={session.sessionId} session={session} onRevoke={revoke} />
        ))}
      </ul>
    </section>
  );
}
