import { type InputHTMLAttributes, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import { edgeOf, Field, type FieldProps, inputStyle } from './Field.tsx';

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'>;

export function PasswordField({ label, error, hint, good, hideLabel, className, ...rest }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Field id={id} label={label} error={error} hint={hint} good={good} hideLabel={hideLabel}>
      <div className="relative">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className={cx(inputStyle, 'min-h-12 pr-20', edgeOf(error), className)}
          {...rest}
        />
        <button
          type="button"
          aria-controls={id}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 min-w-11 rounded-card px-4 text-13 font-semibold text-accent-text"
        >
          {shown ? t('common.hide') : t('common.show')}
          <span className="sr-only">: {label}</span>
        </button>
      </div>
    </Field>
  );
}
