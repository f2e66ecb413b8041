import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../../i18n/dates.ts';
import { api } from '../../../lib/api.ts';
import { usePopup } from '../../../lib/popups.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormMessage } from '../../../ui/Field.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useReauthentication } from '../../auth/useReauthentication.tsx';
import type { SettingsPopupProps } from '../parts.tsx';
import { AuthenticatorSetUp } from './AuthenticatorSetUp.tsx';
import { Passkeys } from './Passkeys.tsx';

/** The new recovery codes. The server stores only their hashes, so it cannot show the codes again. */
function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation();
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast(t('secondFactor.copied'), { variant: 'good' }),
      () => toast(t('secondFactor.notCopied'), { variant: 'bad' }),
    );
  return (
    <section className="flex flex-col gap-3 rounded-card bg-sunken p-4">
      <h3 className="text-15 font-semibold">{t('secondFactor.codes')}</h3>
      <p className="text-15 text-pretty text-soft">{t('secondFactor.codesNote')}</p>
      <ul data-own className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-x-4 gap-y-1 font-mono text-15">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="outline" onClick={() => void copy()}>
        <Copy aria-hidden className="size-4.5" />
        {t('secondFactor.copy')}
      </Button>
    </section>
  );
}

interface ManageProps {
  codesLeft: number;
  onCodes: (codes: string[]) => void;
  onOff: () => void;
}

function Manage({ codesLeft, onCodes, onOff }: ManageProps) {
  const { t } = useTranslation();
  const { busy, run, fields } = useReauthentication();
  const renew = async () => onCodes((await api.secondFactor.renewCodes.mutate()).recoveryCodes);
  const turnOff = async () => {
    await api.secondFactor.remove.mutate();
    toast(t('secondFactor.isOff'), { variant: 'good' });
    onOff();
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-15 text-soft">{t('secondFactor.codesLeft', { count: codesLeft })}</p>
      {fields}
      <Button variant="outline" busy={busy} onClick={() => void run(renew)}>
        {t('secondFactor.renew')}
      </Button>
      <Button variant="danger" busy={busy} onClick={() => void run(turnOff)}>
        {t('secondFactor.turnOff')}
      </Button>
    </div>
  );
}

const dateOf = (iso: string): string =>
  dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(iso));

/** Switches two-step log-in on and off, and creates new recovery codes. */
export function SecondFactorDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { data, isError, refetch } = trpc.secondFactor.state.useQuery(undefined, { staleTime: 0 });
  const [codes, setCodes] = useState<string[]>();
  const show = (made?: string[]) => {
    setCodes(made);
    void refetch();
  };
  const { enabledAt, recoveryCodesLeft = 0, required } = data ?? {};
  return (
    <Dialog title={t('secondFactor.title')} screen covered={covered} onClose={close}>
      <div className="flex flex-col gap-5 px-5 py-6">
        <p className="text-15 text-pretty text-soft">{t('secondFactor.lead')}</p>
        {isError && <ErrorState onRetry={() => void refetch()} />}
        {!data && !isError && <SkeletonList rows={1} />}
        {required && !enabledAt && <FormMessage text={t('errors.second-factor-missing')} />}
        {enabledAt && <FormMessage good text={t('secondFactor.isOn', { date: dateOf(enabledAt) })} />}
        <div role="status" className="empty:hidden">
          {codes && <RecoveryCodes codes={codes} />}
        </div>
        {data &&
          (enabledAt ? (
            <Manage codesLeft={recoveryCodesLeft} onCodes={show} onOff={show} />
          ) : (
            <AuthenticatorSetUp onDone={show} />
          ))}
        <Passkeys />
      </div>
    </Dialog>
  );
}
