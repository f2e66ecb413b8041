import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { readDevice } from './device.ts';
import { lastSeen } from './lastSeen.ts';
import type { SignedInDevice } from './useRevoke.ts';

interface Props {
  session: SignedInDevice;
  onRevoke: (sessionId: string, device: string) => Promise<void>;
}

export function DeviceRow({ session: { sessionId, device, lastSeenAt, current }, onRevoke }: Props) {
  const { t } = useTranslation();
  const { browser, system, handheld } = readDevice(device);
  const both = browser && system && t('privacy.browserOn', { browser, system });
  const name = both || browser || system || t('privacy.unknownDevice');
  const when = lastSeen(lastSeenAt);
  const Icon = handheld ? Smartphone : Monitor;
  return (
    <li className="flex min-h-15 items-center gap-4">
      <Icon aria-hidden className="size-6 shrink-0 text-soft" strokeWidth={1.7} />
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="text-15 font-medium">{name}</p>
        <p className="text-13 text-soft">
          {current ? (
            <span className="font-semibold text-good">{t('privacy.thisDevice')}</span>
          ) : when ? (
            t('privacy.lastSeen', { when })
          ) : (
            t('privacy.activeNow')
          )}
        </p>
      </div>
      {!current && (
        <Button
          look="quiet"
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
