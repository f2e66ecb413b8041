import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { useProof } from '../../auth/useProof.tsx';

interface Secret {
  secret: string;
  uri: string;
}

/** A QR code, drawn here: the secret goes to no other server. */
function QrCode({ text }: { text: string }) {
  const { t } = useTranslation();
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={t('secondFactor.qr')}
      viewBox={`0 0 ${size} ${size}`}
      // Dark on light in either theme: not every camera reads the reverse.
      data-theme="light"
      shapeRendering="crispEdges"
      className="size-56 max-w-full self-center rounded-card bg-surface fill-ink"
    >
      <path d={path} />
    </svg>
  );
}

const inGroups = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

/** Shows the secret, and turns two-step log-in on by a first code of the app. */
function Confirm({ secret, uri, onDone }: Secret & { onDone: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setError(undefined);
    setBusy(true);
    try {
      onDone((await api.secondFactor.confirm.mutate({ code })).recoveryCodes);
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      <p className="text-15 text-pretty text-soft">{t('secondFactor.scan')}</p>
      <QrCode text={uri} />
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
        error={error}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" busy={busy}>
        {t('secondFactor.confirm')}
      </Button>
    </form>
  );
}

export function SetUp({ onDone }: { onDone: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const { busy, run, fields } = useProof();
  const [made, setMade] = useState<Secret>();
  if (made) return <Confirm {...made} onDone={onDone} />;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void run(async () => setMade(await api.secondFactor.begin.mutate()));
      }}
    >
      {fields}
      <Button type="submit" busy={busy}>
        {t('secondFactor.turnOn')}
      </Button>
    </form>
  );
}
