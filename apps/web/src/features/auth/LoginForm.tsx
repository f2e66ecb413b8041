import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { loadApi } from '../../lib/loadApi.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormMessage } from './FormMessage.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { linkLook } from './links.ts';
import { useGoogleSignIn } from './useGoogleSignIn.ts';
import { useLogin } from './useLogin.ts';

interface Props {
  /** What went wrong before this page, such as a cancelled sign-in with Google. */
  error?: string | undefined;
  notice: string | null;
  /** The keyboard goes on here. */
  focused: boolean;
  onForgot: () => void;
}

export function LoginForm({ error, notice, focused, onForgot }: Props) {
  const { t } = useTranslation();
  const { logIn, busy, errors } = useLogin();
  const google = useGoogleSignIn();
  const [identifier, setIdentifier] = useState('');
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
