import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure, failureText } from '../../lib/failure.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { AuthPage, loadApi } from './AuthPage.tsx';
import { LoginForm } from './LoginForm.tsx';

const reasons = ['signup', 'reset', 'deleted'] as const;

interface LoginSearch {
  /** The code of a failed sign-in with Google. */
  error?: string | undefined;
  /** Why the visitor comes here: an account was made or deleted, or a password was changed. */
  done?: (typeof reasons)[number] | undefined;
}

export const readLoginSearch = (search: Record<string, unknown>): LoginSearch => ({
  error: typeof search.error === 'string' ? search.error : undefined,
  done: reasons.find((reason) => reason === search.done),
});

interface ResetRequestFormProps {
  onSent: () => void;
  onBack: () => void;
}

function ResetRequestForm({ onSent, onBack }: ResetRequestFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const send = async () => {
    if (!email.trim()) return setError(t('errors.email-required'));
    setBusy(true);
    setError(undefined);
    try {
      await (await loadApi()).auth.requestPasswordReset.mutate({ email });
      onSent();
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        value={email}
        error={error}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={busy} className="min-h-12">
        {t('login.sendLink')}
      </Button>
      <Button look="ghost" onClick={onBack}>
        {t('login.backToLogin')}
      </Button>
    </form>
  );
}

export function LoginScreen({ error, done }: LoginSearch) {
  const { t } = useTranslation();
  const [box, setBox] = useState<'login' | 'reset' | 'back'>('login');
  const [sent, setSent] = useState(false);
  const words = { signup: t('signup.success'), reset: t('reset.success'), deleted: t('deletion.done') };
  const earlier = done ? words[done] : null;

  if (box === 'reset') {
    return (
      <AuthPage title={t('login.resetHeading')} heading={t('login.resetHeading')} lead={t('login.resetLead')}>
        <ResetRequestForm
          onSent={() => {
            setSent(true);
            setBox('back');
          }}
          onBack={() => setBox('back')}
        />
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('login.title')} heading={t('login.heading')} lead={t('login.lead')}>
      <LoginForm
        // No message beside the code: anybody can put text into the address.
        error={error && failureText(new Failure(error, ''))}
        focused={box === 'back'}
        notice={sent ? t('login.resetSent') : earlier}
        onForgot={() => {
          setSent(false);
          setBox('reset');
        }}
      />
    </AuthPage>
  );
}
