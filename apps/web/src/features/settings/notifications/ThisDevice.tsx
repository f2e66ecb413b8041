import Smartphone from 'lucide-react/icons/smartphone';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure.ts';
import type { DeviceState } from '../../../lib/push.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.tsx';

type Push = Pick<typeof import('../../../lib/push.ts'), 'readDevice' | 'turnOnDevice' | 'turnOffDevice'>;

/**
 * Returns whether this device receives pushes, which is checked again when the tab regains focus. The module `push` is loaded
 * before the member taps, because the browser allows asking for permission only during the tap.
 */
function useDevice() {
  const [state, setState] = useState<DeviceState | null>(null);
  const [push, setPush] = useState<Push | null>(null);
  useEffect(() => {
    const readState = async () => {
      const { readDevice, turnOnDevice, turnOffDevice } = await import('../../../lib/push.ts');
      setPush({ readDevice, turnOnDevice, turnOffDevice });
      setState(await readDevice());
    };
    const refresh = () => void readState().catch(() => setState('unsupported'));
    refresh();
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, []);
  return { state, setState, push };
}

/** Switches pushes on this device on and off. The browser asks for permission only after a tap on this switch. */
export function ThisDevice({ silent }: { silent: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const { state, setState, push } = useDevice();
  const [busy, setBusy] = useState(false);

  const change = async () => {
    if (!push) return;
    setBusy(true);
    try {
      const next = await (state === 'on' ? push.turnOffDevice() : push.turnOnDevice());
      setState(next);
      if (next === 'on') toast(t('notificationSettings.turnedOn'), { variant: 'good' });
      if (state === 'on') toast(t('notificationSettings.turnedOff'));
    } catch (error) {
      setState(await push.readDevice().catch(() => 'unsupported' as const));
      const action = { label: t('common.tryAgain'), run: () => void change() };
      toast(`${t('notificationSettings.deviceFailed')} ${failureText(error)}`, { variant: 'bad', action });
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-line px-5 pt-5 pb-6">
      <h3 id={id} className="text-13 font-semibold text-soft">
        {t('notificationSettings.device')}
      </h3>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Smartphone aria-hidden className="size-5.5 shrink-0 text-soft" />
        <span className="flex-1 text-17">{t('notificationSettings.closed')}</span>
        {(state === 'on' || state === 'off') && (
          <Button
            small
            variant={state === 'on' ? 'quiet' : 'primary'}
            busy={busy}
            aria-describedby={`${id}-state`}
            aria-label={`${t('notificationSettings.closed')}: ${t(state === 'on' ? 'notificationSettings.turnOff' : 'notificationSettings.turnOn')}`}
            onClick={() => void change()}
          >
            {t(state === 'on' ? 'notificationSettings.turnOff' : 'notificationSettings.turnOn')}
          </Button>
        )}
      </div>
      <p id={`${id}-state`} aria-live="polite" className="min-h-5 text-15 text-pretty text-soft">
        {state && t(`notificationSettings.${state}`)} {state === 'on' && silent && t('notificationSettings.silent')}
      </p>
    </section>
  );
}
