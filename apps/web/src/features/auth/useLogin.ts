import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { loadApi } from '../../lib/loadApi.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { rememberViewer } from '../../lib/viewer.ts';

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
export function useLogin() {
  const { t } = useTranslation();
  const text = useFailureText();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<Place, string>>>({});

  const words = (error: unknown, identifier: string): Partial<Record<Place, string>> => {
    const { code, fields } = failureOf(error);
    const lookedUp = !identifier.includes('@');
    if (lookedUp && (code === 'network' || code === 'internal')) return { form: t('login.lookupFailed') };
    return { [places[fields[0]?.key ?? code] ?? 'form']: text(error) };
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
      await navigate({ to: '/account' });
    } catch (error) {
      setErrors(words(error, identifier));
    } finally {
      setBusy(false);
    }
  };

  return { logIn, busy, errors };
}
