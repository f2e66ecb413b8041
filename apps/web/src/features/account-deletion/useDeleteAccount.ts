import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { Failure, failureOf } from '../../lib/failure.ts';
import { endSession, useViewer } from '../../lib/session.ts';
import { setLeaving } from '../../lib/signedOut.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { askGoogle, forgetGoogle } from '../auth/googlePopup.ts';

interface Errors {
  password?: string;
  form?: string;
}

/** How long the good-bye is read before the page changes. */
const goodbyeMs = 1_000;

/** Proves who is asking, then deletes the account and all of its traces in this browser. */
export function useDeleteAccount() {
  const { t } = useTranslation();
  const text = useFailureText();
  const router = useRouter();
  const { userId, authProvider } = useViewer();
  const [state, setState] = useState<'asking' | 'deleting' | 'deleted'>('asking');
  const [errors, setErrors] = useState<Errors>({});
  // Who has left the question is not taken at an earlier word.
  useEffect(() => forgetGoogle, []);

  const prove = async (password: string): Promise<void> => {
    if (authProvider === 'google') await askGoogle({ reauth: true }, () => void run(() => Promise.resolve()));
    else if (authProvider !== 'email') throw new Failure('unknown-provider');
    else if (!password) throw new Failure('password-required');
    else await api.auth.reauthenticate.mutate({ password });
  };

  const erase = (): Promise<void> =>
    api.users.delete.mutate({ userId }).catch((error: unknown) => {
      const { code } = failureOf(error);
      throw code === 'network' || code === 'internal' ? new Failure('backend') : error;
    });

  const words = (error: unknown): Errors => {
    const { code } = failureOf(error);
    if (code === 'password-required' || code === 'incorrect-password') return { password: text(error) };
    const own: Record<string, string> = {
      'popup-blocked': t('deletion.popupBlocked'),
      'popup-closed-by-user': t('deletion.popupClosed'),
      'unknown-provider': t('deletion.unknownProvider'),
      backend: t('deletion.backendFailed'),
      unauthenticated: t('errors.unauthenticated'),
    };
    return { form: own[code] ?? t('deletion.failed', { reason: text(error) }) };
  };

  const run = async (proof: () => Promise<void>): Promise<void> => {
    setErrors({});
    setState('deleting');
    setLeaving(true);
    try {
      await proof();
      await erase();
    } catch (error) {
      setLeaving(false);
      setErrors(words(error));
      setState('asking');
      return;
    }
    setState('deleted');
    await new Promise((resolve) => setTimeout(resolve, goodbyeMs));
    await router.navigate({ to: '/login', search: { done: 'deleted' }, replace: true });
    endSession();
  };

  const remove = (password: string): Promise<void> => run(() => prove(password));

  return { remove, forget: () => setErrors({}), state, errors };
}
