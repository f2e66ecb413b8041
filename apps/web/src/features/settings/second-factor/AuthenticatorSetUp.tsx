import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Button } from '../../../ui/Button.tsx';
import { Form, TextField } from '../../../ui/Field.tsx';
import { useReauthentication } from '../../auth/useReauthentication.tsx';

interface Secret {
  secret: string;
  uri: string;
}

const QrCode = lazy(() => import('../../../ui/QrCode.tsx'));

const inGroups = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

/** Shows the secret, and switches two-step log-in on once the member has entered a code from the authenticator app. */
function Confirm({ secret, uri, onDone }: Secret & { onDone: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const { mutate, isPending, error, reset } = trpc.secondFactor.confirm.useMutation({
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <Form className="flex flex-col gap-5" onSubmit={() => isPending || mutate({ code })}>
      <p className="text-15 text-pretty text-soft">{t('secondFactor.scan')}</p>
      <Suspense fallback={<div className="size-56" />}>
        <QrCode text={uri} label={t('secondFactor.qr')} />
      </Suspense>
      <p className="flex flex-col gap-1">
        <span className="text-15 font-medium">{t('secondFactor.secret')}</span>
        <output aria-label={t('secondFactor.secret')} data-own className="font-mono text-15 select-all">
          {inGroups(secret)}
        </output>
      </p>
      <TextField
        label={t('secondFactor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        error={error ? failureText(error) : undefined}
        onChange={(event) => {
          setCode(event.target.value);
          if (error) reset();
        }}
      />
      <Button type="submit" busy={isPending}>
        {t('secondFactor.confirm')}
      </Button>
    </Form>
  );
}

export function AuthenticatorSetUp({ onDone }: { onDone: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const { busy, run, fields } = useReauthentication();
  const [made, setMade] = useState<Secret>();
  if (made) return <Confirm {...made} onDone={onDone} />;
  return (
    <Form
      className="flex flex-col gap-5"
      onSubmit={() => {
        if (!busy) void run(async () => setMade(await api.secondFactor.begin.mutate()));
      }}
    >
      {fields}
      <Button type="submit" busy={busy}>
        {t('secondFactor.turnOn')}
      </Button>
    </Form>
  );
}
