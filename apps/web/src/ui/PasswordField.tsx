import { passwordRules } from '@kith/contracts/lengths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField, type TextFieldProps } from './Field.tsx';

/**
 * A password field with a button that shows the password. For a new password, password managers are given the rules for
 * passwords.
 */
export function PasswordField(props: TextFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      className="pr-20"
      {...(props.autoComplete === 'new-password' && { passwordrules: passwordRules })}
      {...props}
    >
      <button
        type="button"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 min-w-11 rounded-card px-4 text-13 font-semibold text-accent-text"
      >
        {t(shown ? 'common.hide' : 'common.show')}
        <span className="sr-only">: {props.label}</span>
      </button>
    </TextField>
  );
}
