import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { throwNetworkFailure } from '../../lib/loadApi.ts';
import { hasViewer } from '../../lib/viewer.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, FormMessage, TextField } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { linkStyle } from './AuthPage.tsx';
import { googlePath, openGoogleWindow } from './googleWindow.ts';
import type { Next } from './loginSearch.ts';
import { passwordOf, setNewCredentials } from './newCredentials.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    userName?: string;
    /** The id of the member whose session was ended elsewhere, such as on another device, and not by a log-out in this tab. */
    member?: string | undefined;
  }
}

// These modules are loaded when the form is used, because static imports would be part of every first load.
let googleModule: Promise<typeof import('./googlePopup.ts')> | undefined;
const loadLogIn = () => import('./logIn.ts').catch(throwNetworkFailure);
const leaveForSignIn = async (path: string) => (await loadLogIn()).leaveForSignIn(path);

type Errors = Awaited<ReturnType<typeof import('./logIn.ts').logIn>>;

/** Logs in. If that fails, the error is shown at the field that caused it. */
function useLogin({ next }: Next) {
  const navigate = useNavigate();
  const { latestLocation } = useRouter();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});

  // After a sign-up, the history entry is replaced, because its state contains the new member's username.
  const { userName, member } = latestLocation.state;
  const options = { state: { member }, replace: userName !== undefined };
  const continueTo = (to?: '/second-factor') =>
    to ? navigate({ to, search: { next }, ...options }) : navigate({ href: next ?? '/account', ...options });

  const logIn = async (identifier: string, password: string) => {
    setErrors({});
    setBusy(true);
    const attempt = loadLogIn().then((enter) => enter.logIn(identifier, password, continueTo));
    setErrors(await attempt.catch((error) => ({ form: failureText(error) })));
    setBusy(false);
  };

  return { logIn, busy, errors };
}

/** Returns a function that signs in with Google in a popup window or, if the browser blocks popups, in this page. */
function useGoogleSignIn({ next }: Next) {
  const router = useRouter();
  const [error, setError] = useState<string>();
  useEffect(
    () => () =>
      void googleModule?.then(
        ({ cancelGoogleSignIn }) => cancelGoogleSignIn(),
        () => undefined,
      ),
    [],
  );

  const { member } = router.latestLocation.state;
  const continueTo = (path: string) =>
    void (hasViewer() ? leaveForSignIn(path) : router.navigate({ href: path, state: { member } }));
  const signIn = async () => {
    setError(undefined);
    const popup = openGoogleWindow({ next });
    if (!popup) return leaveForSignIn(googlePath({ next: member === undefined ? next : undefined }));
    googleModule ??= import('./googlePopup.ts');
    try {
      const { waitForGoogle } = await googleModule.catch(() => {
        popup.close();
        return throwNetworkFailure();
      });
      continueTo(await waitForGoogle({ popup }, continueTo));
    } catch (failure) {
      setError(failureText(failure));
    }
  };

  return { signIn, error, forget: () => setError(undefined) };
}

/** The Google button, and below it that it leads to a stand-in on the developer's machine, or that the server has no keys for it. */
function GoogleButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  const { noGoogle, standIn } = document.documentElement.dataset;
  const off = noGoogle !== undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <Button variant="outline" className="min-h-12" disabled={off} aria-describedby="google-note" onClick={onClick}>
        <svg viewBox="0 0 24 24" aria-hidden className="size-5 fill-none stroke-current" strokeWidth="3">
          <path d="M18.700 6.300A9 9 0 1 0 21 12h-8.500" />
        </svg>
        {t('login.google')}
      </Button>
      <p id="google-note" className="text-center text-13 text-soft empty:hidden">
        {off ? t('login.noGoogle') : standIn === undefined ? null : t('login.standIn')}
      </p>
    </div>
  );
}

interface Props {
  /** The error message to show at first, such as for a cancelled sign-in with Google. */
  error?: string | undefined;
  notice: string | null;
  /** A line below the notice. */
  hint: string | null;
  next: string | undefined;
  /** Whether the first field takes the focus. */
  focused: boolean;
  onForgot: () => void;
}

export function LoginForm({ error, notice, hint, next, focused, onForgot }: Props) {
  const { t } = useTranslation();
  const { logIn, busy, errors } = useLogin({ next });
  const google = useGoogleSignIn({ next });
  // The sign-up page passes the username in the history state, which no link on another page can set.
  const { userName = '', member } = useRouter().latestLocation.state;
  const [identifier, setIdentifier] = useState(userName);
  // After a sign-up on this page, the password is filled in, so that one tap logs the new member in.
  const [password, setPassword] = useState(() => passwordOf(userName));
  useEffect(() => setNewCredentials(null), []);
  return (
    <Form
      className="flex flex-col gap-4"
      onFocus={() => void loadLogIn().catch(() => undefined)}
      onSubmit={() => {
        google.forget();
        void logIn(identifier, password);
      }}
    >
      <FormMessage good text={notice} />
      {hint && <p className="-mt-2 text-13 text-pretty text-soft">{hint}</p>}
      <TextField
        label={t('login.identifier')}
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={focused}
        value={identifier}
        error={errors.identifier}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        autoFocus={userName !== '' && !password}
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="button" onClick={onForgot} className={`${linkStyle} self-end`}>
        {t('login.forgot')}
      </button>
      <FormMessage text={errors.form ?? google.error ?? error} />
      <Button type="submit" busy={busy} autoFocus={password !== ''} className="min-h-12">
        {busy ? t('login.submitting') : t('login.submit')}
      </Button>
      <div className="flex flex-col gap-4">
        <div aria-hidden className="flex items-center gap-3 text-13 text-soft">
          <hr className="flex-1 border-line" />
          {t('login.or')}
          <hr className="flex-1 border-line" />
        </div>
        <GoogleButton onClick={() => void google.signIn()} />
      </div>
      <p className="flex flex-wrap items-center justify-center gap-x-2 pt-2 text-15 text-soft">
        {t('login.noAccount')}
        <Link to="/signup" search={{ next: member === undefined ? next : undefined }} className={linkStyle}>
          {t('login.signUp')}
        </Link>
      </p>
    </Form>
  );
}
