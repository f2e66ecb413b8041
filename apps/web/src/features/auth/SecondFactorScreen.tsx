import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf, failureText } from '../../lib/failure.ts';
import { Button } from '../../ui/Button.tsx';
import { FormMessage, TextField } from '../../ui/Field.tsx';
import { AuthPage, linkStyle } from './AuthPage.tsx';
import { enterByCode } from './enter.ts';

/** The second step of a log-in; which log-in it is, a cookie says. */
export function SecondFactorScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [recovering, setRecovering] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<{ code: string; text: string }>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setError(undefined);
    setBusy(true);
    try {
      await enterByCode(code, () => navigate({ to: '/account', replace: true }));
    } catch (failure) {
      setError({ code: failureOf(failure).code, text: failureText(failure) });
    } finally {
      setBusy(false);
    }
  };

  const late = error?.code === 'expired-challenge';
  const label = t(recovering ? 'secondFactor.recoveryCode' : 'secondFactor.code');
  return (
    <AuthPage
      title={t('secondFactor.step')}
      heading={t('secondFactor.step')}
      lead={t(recovering ? 'secondFactor.recoveryLead' : 'secondFactor.stepLead')}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          key={label}
          label={label}
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          inputMode={recovering ? 'text' : 'numeric'}
          autoComplete={recovering ? 'off' : 'one-time-code'}
          value={code}
          error={late ? undefined : error?.text}
          onChange={(event) => {
            setCode(event.target.value);
            setError(undefined);
          }}
        />
        <FormMessage text={late ? error.text : undefined} />
        <Button type="submit" busy={busy} className="min-h-12">
          {t('login.submit')}
        </Button>
        <button
          type="button"
          className={`${linkStyle} self-center`}
          onClick={() => {
            setRecovering(!recovering);
            setCode('');
            setError(undefined);
          }}
        >
          {t(recovering ? 'secondFactor.useApp' : 'secondFactor.useRecovery')}
        </button>
        <Link to="/login" className={`${linkStyle} self-center`}>
          {t('login.backToLogin')}
        </Link>
      </form>
    </AuthPage>
  );
}
