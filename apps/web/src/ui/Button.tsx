import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

const variants = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong',
  quiet: 'bg-sunken text-ink hover:bg-line',
  outline: 'border border-edge text-ink hover:bg-sunken',
  ghost: 'text-accent-text hover:bg-accent-wash',
  danger: 'bg-danger-wash text-danger hover:bg-danger hover:text-surface',
};

interface Props extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  /** A smaller look. The touch target stays 44 px high. */
  small?: boolean;
  /** Set while an action runs. The button stays focusable, so that screen readers finish announcing its state. */
  busy?: boolean;
}

export function Button({ variant = 'primary', small, busy, className, type = 'button', onClick, ...rest }: Props) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(
        'relative inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold',
        'transition-[background-color,color,transform] duration-150 active:scale-[0.98] disabled:opacity-50',
        small ? 'min-h-9 px-4 text-15 after:absolute after:inset-x-0 after:-inset-y-1.25' : 'min-h-11 px-5 text-15',
        busy && 'opacity-60',
        variants[variant],
        className,
      )}
      {...rest}
    />
  );
}
