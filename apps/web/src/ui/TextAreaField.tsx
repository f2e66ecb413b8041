import { type TextareaHTMLAttributes, useId } from 'react';
import { cx } from './cx.ts';
import { edgeOf, Field, type FieldProps, inputStyle } from './Field.tsx';
import { TextArea } from './TextArea.tsx';

type Props = Pick<FieldProps, 'label' | 'error' | 'hint'> &
  Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'dir'> & {
    value: string;
    maxLength: number;
    onChange: (value: string) => void;
  };

/** A text of several lines in a `Field`, with the number of characters so far. */
export function TextAreaField({ label, error, hint, value, maxLength, onChange, dir }: Props) {
  const id = useId();
  const left = maxLength - value.length;
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={hint}
      aside={
        <span aria-hidden className={cx('text-13 tabular-nums', left < 20 ? 'font-semibold text-danger' : 'text-soft')}>
          {value.length}/{maxLength}
        </span>
      }
    >
      <TextArea
        id={id}
        dir={dir}
        value={value}
        maxLength={maxLength}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        className={cx(inputStyle, 'max-h-48 min-h-24 py-2.5', edgeOf(error))}
      />
    </Field>
  );
}
