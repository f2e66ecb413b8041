import { readDevice } from '@kith/contracts';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useTranslation } from 'react-i18next';
import { timeAgo } from '../../i18n/dates.ts';
import { api } from '../../lib/api.ts';
import { useMinute } from '../../lib/clock.ts';
import { failureOf } from '../../lib/failure.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.tsx';
import type { SettingsPopupProps } from './parts.tsx';
import { useLogOut } from './useLogOut.ts';

type SignedInDevice = Awaited<ReturnType<typeof api.auth.sessions.query>>['items'][number];

/**
 * Returns a function that ends the session of a device. The device's row disappears immediately, and comes back if the call
 * fails.
 */
function useRevoke() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();

  const revoke = async (sessionId: string, device: string): Promise<void> => {
    const before = utils.auth.sessions.getData();
    utils.auth.sessions.setData(
      undefined,
      before && { items: before.items.filter((each) => each.sessionId !== sessionId) },
    );
    try {
      await api.auth.revokeSession.mutate({ sessionId });
      toast(t('privacy.revoked', { device }), { variant: 'good' });
    } catch (error) {
      // `not-found` means that the session had already ended.
      if (failureOf(error).code === 'not-found') return;
      utils.auth.sessions.setData(undefined, before);
      const again = { label: t('common.tryAgain'), run: () => void revoke(sessionId, device) };
      toast(t('privacy.revokeFailed', { device }), { variant: 'bad', action: again });
    }
  };
  return revoke;
}

const fiveMinutes = 300_000;

interface DeviceRowProps {
  session: SignedInDevice;
  onRevoke: (sessionId: string, device: string) => Promise<void>;
}

function DeviceRow({ session: { sessionId, device, lastSeenAt, current }, onRevoke }: DeviceRowProps) {
  const { t } = useTranslation();
  useMinute();
  const { browser, system, handheld } = readDevice(device);
  const both = browser && system && t('privacy.browserOn', { browser, system });
  const name = both || browser || system || t('privacy.unknownDevice');
  const isInactive = Date.now() - Date.parse(lastSeenAt) >= fiveMinutes;
  const Icon = handheld ? Smartphone : Monitor;
  return (
    <li className="flex min-h-15 items-center gap-4">
      <Icon aria-hidden className="size-6 shrink-0 text-soft" strokeWidth={1.7} />
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="text-15 font-medium">{name}</p>
        <p className="text-13 text-soft">
          {current ? (
            <span className="font-semibold text-good">{t('privacy.thisDevice')}</span>
          ) : isInactive ? (
            t('privacy.lastSeen', { when: timeAgo(lastSeenAt) })
          ) : (
            t('privacy.activeNow')
          )}
        </p>
      </div>
      {!current && (
        <Button
          variant="quiet"
          small
          aria-label={t('privacy.revokeNamed', { device: name })}
          onClick={() => void onRevoke(sessionId, name)}
        >
          {t('privacy.revoke')}
        </Button>
      )}
    </li>
  );
}

/** The devices on which the member is logged in. Each can be logged out, or all of them together. */
export function DevicesDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const list = trpc.auth.sessions.useQuery(undefined, { staleTime: 0 });
  const revoke = useRevoke();
  const logOut = useLogOut();
  const ownFirst = list.data?.items.toSorted((a, b) => Number(b.current) - Number(a.current)) ?? [];
  return (
    <Dialog title={t('privacy.devices')} screen covered={covered} onClose={close}>
      <div className="flex flex-col gap-2 p-5">
        {list.isPending && <SkeletonList rows={2} />}
        {list.isError && <ErrorState title={t('profile.listFailed')} onRetry={() => void list.refetch()} />}
        <ul className="flex flex-col">
          {ownFirst.map((session) => (
            <DeviceRow key={session.sessionId} session={session} onRevoke={revoke} />
          ))}
        </ul>
        <Button variant="outline" onClick={() => void logOut({ everywhere: true })}>
          {t('privacy.everywhere')}
        </Button>
        <p className="text-13 text-pretty text-soft">{t('privacy.everywhereNote')}</p>
      </div>
    </Dialog>
  );
}
