import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../lib/session.ts';
import { readLocal } from './localSettings.ts';
import { useSaveLocal } from './useSaveLocal.ts';

const empty = { current: '', new: '', confirm: '' };
type Passwords = typeof empty;

/** Only the visibility is kept. The passwords are asked for and compared, and go nowhere. */
export function usePrivacy() {
  const { t } = useTranslation();
  const saveLocal = useSaveLocal();
  const hasPassword = useViewer().authProvider === 'email';
  const [visibility, setVisibility] = useState(() => readLocal('privacy').visibility);
  const [passwords, setPasswords] = useState(empty);
  const [errors, setErrors] = useState<Partial<Passwords>>({});

  const judge = (): Partial<Passwords> => {
    const missing = (Object.keys(empty) as (keyof Passwords)[]).filter((name) => !passwords[name]);
    if (missing.length) return Object.fromEntries(missing.map((name) => [name, t('errors.password-required')]));
    return passwords.new === passwords.confirm ? {} : { confirm: t('signup.mismatch') };
  };

  const save = () => {
    const found = hasPassword ? judge() : {};
    setErrors(found);
    if (Object.keys(found).length === 0) saveLocal('privacy', { visibility });
  };

  const field = (name: keyof Passwords) => ({
    value: passwords[name],
    error: errors[name],
    required: true,
    // A password manager would take the new one for the account's, which it never becomes.
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => {
      setPasswords({ ...passwords, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  return { visibility, setVisibility, hasPassword, field, save };
}
