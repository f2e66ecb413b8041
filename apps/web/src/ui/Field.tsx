import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export const inputStyle = cx(
  'w-full rounded-card border bg-surface px-3.5 text-17 text-ink transition-colors',
  'placeholder:text-soft focus-visible:outline-offset-0',
);

export const edgeOf = (error?: string | undefined): string => (error ? 'border-danger' : 'border-edge');

export interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** A success message about the value, which replaces the hint. */
  good?: string | undefined;
  /** Whether only screen readers get the label. */
  hideLabel?: boolean | undefined;
}

interface FrameProps extends FieldProps {
  id: string;
  children: ReactNode;
  aside?: ReactNode;
}

/** A form control with its label above. Below are the hint or success message and the error, which screen readers announce. */
export function Field({ id, label, error, hint, good, hideLabel, aside, children }: FrameProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className={cx('flex items-baseline justify-between gap-3', hideLabel && !aside && 'sr-only')}>
        <label htmlFor={id} className={cx('text-15 font-medium', hideLabel && 'sr-only')}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      <div id={`${id}-note`} aria-live="polite" className="flex flex-col text-13 empty:hidden">
        {error && <span className="text-danger">{error}</span>}
        {good && !error ? <span className="text-good">{good}</span> : hint && <span className="text-soft">{hint}</span>}
      </div>
    </div>
  );
}

export type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

/** A text input in a `Field`. `children` are drawn over the input. */
export function TextField({ label, error, hint, good, hideLabel, className, children, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} hint={hint} good={good} hideLabel={hideLabel}>
      <div className="relative flex flex-col">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className={cx(inputStyle, 'min-h-12', edgeOf(error), className)}
          {...rest}
        />
        {children}
      </div>
    </Field>
  );
}

interface FormMessageProps {
  text: string | null | undefined;
  good?: boolean;
  /** Whether the message is a request to the member and not an error. */
  calm?: boolean;
}

/** A message about the whole form. Screen readers announce it when it appears. */
export function FormMessage({ text, good, calm }: FormMessageProps) {
  return (
    <div role={good ? 'status' : 'alert'} className="empty:hidden">
      {text && (
        <p
          className={cx(
            'rounded-card px-4 py-3 text-15 font-medium',
            good ? 'bg-sunken text-good' : calm ? 'bg-sunken text-ink' : 'bg-danger-wash text-danger',
          )}
        >
          {text}
        </p>
      )}
    </div>
  );
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => void;
}

/** A form that stays on its page, and whose values Kith checks in place of the browser. */
export const Form = ({ onSubmit, ...rest }: FormProps) => (
  <form
    noValidate
    {...rest}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
