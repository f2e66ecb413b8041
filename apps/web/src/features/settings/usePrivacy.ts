import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { useViewer } from '../../lib/session.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { toast } from '../../ui/toast.ts';
import { readLocal } from './localSettings.ts';
import { useSaveLocal } from './useSaveLocal.ts';

const empty = { current: '', new: '', confirm: '' };
type Passwords = typeof empty;

const autoComplete = { current: 'current-password', new: 'new-password', confirm: 'new-password' } as const;

/** The visibility is kept in this browser. A new password is set when one is written; empty fields leave it as it is. */
export function usePrivacy() {
  const { t } = useTranslation();
  const text = useFailureText();
  const saveLocal = useSaveLocal();
  const hasPassword = useViewer().authProvider === 'email';
  const [visibility, setVisibility] = useState(() => readLocal('privacy').visibility);
  const [passwords, setPasswords] = useState(empty);
  const [errors, setErrors] = useState<Partial<Passwords>>({});
  const [busy, setBusy] = useState(false);

  const judge = (): Partial<Passwords> => {
    const missing = (Object.keys(empty) as (keyof Passwords)[]).filter((name) => !passwords[name]);
    if (missing.length) return Object.fromEntries(missing.map((name) => [name, t('errors.password-required')]));
    return passwords.new === passwords.confirm ? {} : { confirm: t('signup.mismatch') };
  };

  const changePassword = async (): Promise<boolean> => {
    const found = judge();
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    setBusy(true);
    try {
      await api.auth.changePassword.mutate({ currentPassword: passwords.current, newPassword: passwords.new });
      setPasswords(empty);
      toast(t('privacy.passwordChanged'), { look: 'good' });
      return true;
    } catch (error) {
      const { code, fields } = failureOf(error);
      const about = fields.some(({ path }) => path === 'newPassword') ? 'new' : 'current';
      if (fields.length > 0 || code === 'incorrect-password') setErrors({ [about]: text(error) });
      else toast(text(error), { look: 'bad' });
      return false;
    } finally {
      setBusy(false);
    }
  };

  const save = async () => {
    const asked = hasPassword && Object.values(passwords).some(Boolean);
    if (asked && !(await changePassword())) return;
    setErrors({});
    saveLocal('privacy', { visibility });
  };

  const field = (name: keyof Passwords) => ({
    value: passwords[name],
    error: errors[name],
    autoComplete: autoComplete[name],
    onChange: (event: { target: { value: string } }) => {
      setPasswords({ ...passwords, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  return { visibility, setVisibility, hasPassword, busy, field, save };
}
