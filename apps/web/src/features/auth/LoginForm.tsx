import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf, failureText } from '../../lib/failure.ts';
import { rememberViewer } from '../../lib/viewer.ts';
import { Button } from '../../ui/Button.tsx';
import { FormMessage, TextField } from '../../ui/Field.tsx';
import { linkLook, loadApi } from './AuthPage.tsx';
import { askGoogle, forgetGoogle } from './googlePopup.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    userName?: string;
  }
}

type Place = 'identifier' | 'password' | 'form';

const places: Record<string, Place> = {
  'user-not-found': 'identifier',
  'user-does-not-exist': 'identifier',
  'google-account': 'identifier',
  'invalid-email': 'identifier',
  'identifier-required': 'identifier',
  'wrong-password': 'password',
  'password-required': 'password',
};

/** Logs in and says where on the form a failure belongs. */
function useLogin() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { latestLocation } = useRouter();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<Place, string>>>({});

  const words = (error: unknown, identifier: string): Partial<Record<Place, string>> => {
    const { code, fields } = failureOf(error);
    const lookedUp = !identifier.includes('@');
    if (lookedUp && (code === 'network' || code === 'internal')) return { form: t('login.lookupFailed') };
    return { [places[fields[0]?.key ?? code] ?? 'form']: failureText(error) };
  };

  const logIn = async (identifier: string, password: string) => {
    const missing = {
      ...(!identifier.trim() && { identifier: t('errors.identifier-required') }),
      ...(!password && { password: t('errors.password-required') }),
    };
    setErrors(missing);
    if (Object.keys(missing).length) return;
    setBusy(true);
    try {
      const { user } = await (await loadApi()).auth.login.mutate({ identifier, password });
      rememberViewer(user);
      // The name of a newcomer stays in no history.
      await navigate({ to: '/account', replace: latestLocation.state.userName !== undefined });
    } catch (error) {
      setErrors(words(error, identifier));
    } finally {
      setBusy(false);
    }
  };

  return { logIn, busy, errors };
}

/** Signs in with Google in a popup; where popups are blocked, the whole page goes there. */
function useGoogleSignIn() {
  const router = useRouter();
  const [error, setError] = useState<string>();
  useEffect(() => forgetGoogle, []);

  const goOn = (next: string) => router.history.push(next);
  const signIn = async () => {
    setError(undefined);
    try {
      goOn(await askGoogle({}, goOn));
    } catch (failure) {
      if (failureOf(failure).code === 'popup-blocked') location.assign('/auth/google');
      else setError(failureText(failure));
    }
  };

  return { signIn, error, forget: () => setError(undefined) };
}

function GoogleButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button look="outline" className="min-h-12" onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden className="size-5 fill-none stroke-current" strokeWidth="3">
        <path d="M18.700 6.300A9 9 0 1 0 21 12h-8.500" />
      </svg>
      {t('login.google')}
    </Button>
  );
}

interface Props {
  /** What went wrong before this page, such as a cancelled sign-in with Google. */
  error?: string | undefined;
  notice: string | null;
  /** Puts the focus into the first field. */
  focused: boolean;
  onForgot: () => void;
}

export function LoginForm({ error, notice, focused, onForgot }: Props) {
  const { t } = useTranslation();
  const { logIn, busy, errors } = useLogin();
  const google = useGoogleSignIn();
  // The sign-up gives it along in the history, where no link from elsewhere can put anything.
  const { userName = '' } = useRouter().latestLocation.state;
  const [identifier, setIdentifier] = useState(userName);
  const [password, setPassword] = useState('');
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onFocus={() => void loadApi().catch(() => undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        google.forget();
        void logIn(identifier, password);
      }}
    >
      <FormMessage good text={notice} />
      <TextField
        label={t('login.identifier')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={focused}
        value={identifier}
        error={errors.identifier}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus={userName !== ''}
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="button" onClick={onForgot} className={`${linkLook} self-end`}>
        {t('login.forgot')}
      </button>
      <FormMessage text={errors.form ?? google.error ?? error} />
      <Button type="submit" busy={busy} className="min-h-12">
        {busy ? t('login.submitting') : t('login.submit')}
      </Button>
      <div className="flex flex-col gap-4 in-data-no-google:hidden">
        <p
          aria-hidden
          className="flex items-center gap-3 text-13 text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
        >
          {t('login.or')}
        </p>
        <GoogleButton onClick={() => void google.signIn()} />
      </div>
      <p className="flex flex-wrap items-center justify-center gap-x-2 pt-2 text-15 text-soft">
        {t('login.noAccount')}
        <Link to="/signup" className={linkLook}>
          {t('login.signUp')}
        </Link>
      </p>
    </form>
  );
}
