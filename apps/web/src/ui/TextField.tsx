import { type InputHTMLAttributes, useId } from 'react';
import { cx } from './cx.ts';
import { edgeOf, Field, type FieldProps, inputLook } from './Field.tsx';

type Props = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

export function TextField({ label, error, hint, good, hideLabel, className, ...rest }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} hint={hint} good={good} hideLabel={hideLabel}>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={cx(inputLook, 'min-h-12', edgeOf(error), className)}
        {...rest}
      />
    </Field>
  );
}
