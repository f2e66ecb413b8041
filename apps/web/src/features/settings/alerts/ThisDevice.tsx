import Smartphone from 'lucide-react/icons/smartphone';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure.ts';
import { type DeviceState, readDevice, turnOffDevice, turnOnDevice } from '../../../lib/push.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.tsx';

/** The browser's settings may change behind our back: asked anew when somebody comes back from there. */
function useDevice() {
  const [state, setState] = useState<DeviceState | null>(null);
  useEffect(() => {
    const look = () => void readDevice().then(setState, () => setState('unsupported'));
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return [state, setState] as const;
}

/** Whether this device is told while Kith is closed. The browser is asked only after a tap here. */
export function ThisDevice({ silent }: { silent: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const [state, setState] = useDevice();
  const [busy, setBusy] = useState(false);

  const change = async () => {
    setBusy(true);
    try {
      const next = await (state === 'on' ? turnOffDevice() : turnOnDevice());
      setState(next);
      if (next === 'on') toast(t('alerts.turnedOn'), { look: 'good' });
      if (state === 'on') toast(t('alerts.turnedOff'));
    } catch (error) {
      setState(await readDevice().catch(() => 'unsupported' as const));
      const action = { label: t('common.tryAgain'), run: () => void change() };
      toast(`${t('alerts.deviceFailed')} ${failureText(error)}`, { look: 'bad', action });
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line px-5 pt-5 pb-6">
      <h3 id={id} className="text-13 font-semibold text-soft">
        {t('alerts.device')}
      </h3>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Smartphone aria-hidden className="size-5.5 shrink-0 text-soft" />
        <span className="flex-1 text-17">{t('alerts.closed')}</span>
        {(state === 'on' || state === 'off') && (
          <Button
            small
            look={state === 'on' ? 'quiet' : 'primary'}
            busy={busy}
            aria-describedby={`${id}-state`}
            aria-label={`${t('alerts.closed')}: ${t(state === 'on' ? 'alerts.turnOff' : 'alerts.turnOn')}`}
            onClick={() => void change()}
          >
            {t(state === 'on' ? 'alerts.turnOff' : 'alerts.turnOn')}
          </Button>
        )}
      </div>
      <p id={`${id}-state`} aria-live="polite" className="min-h-5 text-15 text-pretty text-soft">
        {state && t(`alerts.${state}`)} {state === 'on' && silent && t('alerts.silent')}
      </p>
    </section>
  );
}
