import { type TextareaHTMLAttributes, useId } from 'react';
import { cx } from './cx.ts';
import { edgeOf, Field, type FieldProps, inputLook } from './Field.tsx';

type Props = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>;

/** Grows with its text up to `max-h`. */
export function TextArea({ label, error, hint, good, hideLabel, className, ...rest }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} hint={hint} good={good} hideLabel={hideLabel}>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={cx(inputLook, 'field-sizing-content max-h-72 min-h-28 resize-none py-3', edgeOf(error), className)}
        {...rest}
      />
    </Field>
  );
}
