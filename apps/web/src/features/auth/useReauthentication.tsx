import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf, failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { FormMessage } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { cancelGoogleSignIn } from './googlePopup.ts';
import { reauthenticate } from './reauthenticate.ts';

interface Errors {
  password?: string;
  form?: string;
  /** Set if the message only asks the member to re-authenticate, and reports no error. */
  isPrompt?: true;
}

export interface Reauthentication {
  busy: boolean;
  /**
   * Runs an action. If the server refuses it until the member re-authenticates, the next call of `run` re-authenticates first.
   */
  run: (action: () => Promise<void>) => Promise<void>;
  /** The form fields to render: the password field or passkey button once re-authentication is required, and the last error. */
  fields: ReactNode;
}

/** For actions that need a recent log-in. Asks the member to re-authenticate only after the server has required it. */
export function useReauthentication(): Reauthentication {
  const { t } = useTranslation();
  const { authProvider } = useViewer();
  const [isRequired, setIsRequired] = useState(false);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => cancelGoogleSignIn, []);
  const supportsPasskeys = 'PublicKeyCredential' in globalThis;
  const passkeys = trpc.passkeys.list.useQuery(undefined, { enabled: isRequired && supportsPasskeys });

  const errorTexts = (error: unknown): Errors => {
    const { code } = failureOf(error);
    if (code === 'password-required' || code === 'incorrect-password') return { password: failureText(error) };
    if (code === 'reauthentication-required')
      return { form: t(`tokens.reauthenticate.${authProvider}`), isPrompt: true };
    if (code === 'popup-blocked') return { form: t('deletion.popupBlocked') };
    return { form: failureText(error) };
  };

  const attempt = async (proof: () => Promise<void>, action: () => Promise<void>): Promise<void> => {
    setErrors({});
    setBusy(true);
    try {
      await proof();
      await action();
      setIsRequired(false);
      setPassword('');
    } catch (error) {
      if (['reauthentication-required', 'passkey-required'].includes(failureOf(error).code)) setIsRequired(true);
      setErrors(errorTexts(error));
    } finally {
      setBusy(false);
    }
  };

  const [pendingAction, setPendingAction] = useState<() => Promise<void>>();

  const nothing = () => Promise.resolve();
  const run = (action: () => Promise<void>) => {
    setPendingAction(() => action);
    return attempt(
      () => (isRequired ? reauthenticate(authProvider, password, () => void attempt(nothing, action)) : nothing()),
      action,
    );
  };
  const byPasskey = async () => (await import('./passkey.ts')).reauthenticateByPasskey();

  const fields = (
    <>
      {isRequired && authProvider === 'email' && (
        <PasswordField
          label={t('deletion.password')}
          required
          autoComplete="current-password"
          value={password}
          error={errors.password}
          onChange={(event) => {
            setPassword(event.target.value);
            setErrors({});
          }}
        />
      )}
      <FormMessage text={errors.form} calm={errors.isPrompt ?? false} />
      {isRequired && pendingAction && (passkeys.data?.items.length ?? 0) > 0 && (
        <Button variant="outline" busy={busy} onClick={() => void attempt(byPasskey, pendingAction)}>
          {t('passkeys.reauthenticate')}
        </Button>
      )}
    </>
  );
  return { busy, run, fields };
}
