import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf, failureText } from '../../lib/failure.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, FormMessage, TextField } from '../../ui/Field.tsx';
import { AuthPage, linkStyle } from './AuthPage.tsx';
import { logInByCode, rememberOrReload } from './logIn.ts';
import type { Next } from './loginSearch.ts';

/** The second step of a log-in, which asks for a code. A cookie tells the server which log-in is being completed. */
export function SecondFactorScreen({ next }: Next) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { member } = useRouter().latestLocation.state;
  const [recovering, setRecovering] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<{ code: string; text: string }>();
  const [busy, setBusy] = useState(false);

  const byPasskey = async () => (await import('./passkey.ts')).logInByPasskey(rememberOrReload);
  const enter = async (way: () => Promise<void>) => {
    if (busy) return;
    setError(undefined);
    setBusy(true);
    try {
      await way();
    } catch (failure) {
      setError({ code: failureOf(failure).code, text: failureText(failure) });
    } finally {
      setBusy(false);
    }
  };

  const submit = () => {
    void enter(() => logInByCode(code, () => navigate({ href: next ?? '/account', state: { member }, replace: true })));
  };

  const aside = error !== undefined && /^(?:expired-challenge$|passkey-)/.test(error.code);
  const label = t(recovering ? 'secondFactor.recoveryCode' : 'secondFactor.code');
  return (
    <AuthPage
      title={t('secondFactor.step')}
      heading={t('secondFactor.step')}
      lead={t(recovering ? 'secondFactor.recoveryLead' : 'secondFactor.stepLead')}
    >
      <Form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          key={label}
          label={label}
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          inputMode={recovering ? 'text' : 'numeric'}
          autoComplete={recovering ? 'off' : 'one-time-code'}
          value={code}
          error={aside ? undefined : error?.text}
          onChange={(event) => {
            setCode(event.target.value);
            setError(undefined);
          }}
        />
        <FormMessage text={aside ? error.text : undefined} />
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
        {'PublicKeyCredential' in globalThis && (
          <button type="button" className={`${linkStyle} self-center`} onClick={() => void enter(byPasskey)}>
            {t('passkeys.use')}
          </button>
        )}
        <Link to="/login" search={{ next }} state={{ member }} className={`${linkStyle} self-center`}>
          {t('login.backToLogin')}
        </Link>
      </Form>
    </AuthPage>
  );
}
