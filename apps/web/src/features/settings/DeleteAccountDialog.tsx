import { useRouter } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, setLogOutState } from '../../lib/api.ts';
import { Failure, failureOf, failureText } from '../../lib/failure.ts';
import { usePopup } from '../../lib/popups.ts';
import { endSession } from '../../lib/session.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFooter } from '../../ui/DialogFooter.tsx';
import { Form, FormMessage } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { cancelGoogleSignIn } from '../auth/googlePopup.ts';
import { reauthenticate } from '../auth/reauthenticate.ts';

interface Errors {
  password?: string;
  form?: string;
}

/** How long, in milliseconds, the farewell is shown before the page changes. */
const redirectAfterMs = 1_000;

/** Asks for the password, then deletes the account and all of the member's data in this browser. */
function useDeleteAccount() {
  const { t } = useTranslation();
  const router = useRouter();
  const { userId, authProvider } = useViewer();
  const [state, setState] = useState<'asking' | 'deleting' | 'deleted'>('asking');
  const [errors, setErrors] = useState<Errors>({});
  // If the member completes the sign-in with Google after the dialog was closed, the account must not be deleted.
  useEffect(() => cancelGoogleSignIn, []);

  const erase = (): Promise<void> =>
    api.users.delete.mutate({ userId }).catch((error: unknown) => {
      const { code } = failureOf(error);
      throw code === 'network' || code === 'internal' ? new Failure('backend') : error;
    });

  const words = (error: unknown): Errors => {
    const { code } = failureOf(error);
    if (code === 'password-required' || code === 'incorrect-password') return { password: failureText(error) };
    const own: Record<string, string> = {
      'popup-blocked': t('deletion.popupBlocked'),
      'popup-closed-by-user': t('deletion.popupClosed'),
      'unknown-provider': t('deletion.unknownProvider'),
      backend: t('deletion.backendFailed'),
      unauthenticated: t('errors.unauthenticated'),
    };
    return { form: own[code] ?? t('deletion.failed', { reason: failureText(error) }) };
  };

  const run = async (proof: () => Promise<void>): Promise<void> => {
    setErrors({});
    setState('deleting');
    setLogOutState('running');
    try {
      await proof();
      await erase();
    } catch (error) {
      setLogOutState('none');
      setErrors(words(error));
      setState('asking');
      return;
    }
    setLogOutState('done');
    setState('deleted');
    await new Promise((resolve) => setTimeout(resolve, redirectAfterMs));
    await router.navigate({ to: '/login', search: { done: 'deleted' }, replace: true });
    endSession('deleted');
  };

  const remove = (password: string): Promise<void> =>
    run(() => reauthenticate(authProvider, password, () => void run(() => Promise.resolve())));

  return { remove, forget: () => setErrors({}), state, errors };
}

export function DeleteAccountDialog({ covered }: { covered: boolean }) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { authProvider } = useViewer();
  const [password, setPassword] = useState('');
  const { remove, forget: clearStored, state, errors } = useDeleteAccount();
  const busy = state === 'deleting';
  const footer = (
    <DialogFooter
      danger
      form="delete-account"
      label={busy ? t('editor.deleting') : t('deletion.yes')}
      busy={busy}
      onCancel={close}
    />
  );
  return (
    <Dialog
      title={t('deletion.title')}
      size="small"
      role="alertdialog"
      covered={covered}
      onClose={close}
      footer={state === 'deleted' ? undefined : footer}
    >
      <div role="status" className="text-good">
        {state === 'deleted' && (
          <p className="flex flex-col items-center gap-3 px-5 py-10 text-21 font-semibold">
            <CircleCheck aria-hidden className="size-10" strokeWidth={1.6} />
            {t('deletion.done')}
          </p>
        )}
      </div>
      <Form
        id="delete-account"
        hidden={state === 'deleted'}
        className="flex flex-col gap-4 px-5 py-6 [&[hidden]]:hidden"
        onSubmit={() => {
          if (!busy) void remove(password);
        }}
      >
        <p className="text-17">{t('deletion.question')}</p>
        <p className="text-15 text-pretty text-soft">{t('deletion.lead')}</p>
        {authProvider === 'email' ? (
          <PasswordField
            label={t('deletion.password')}
            required
            autoComplete="current-password"
            value={password}
            error={errors.password}
            onChange={(event) => {
              setPassword(event.target.value);
              clearStored();
            }}
          />
        ) : (
          <p className="text-15 text-pretty text-soft">{t('deletion.googleLead')}</p>
        )}
        <FormMessage text={errors.form} />
      </Form>
    </Dialog>
  );
}
