import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from './cx.ts';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, type = 'button', ...rest }: Props) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors hover:bg-sunken',
        'disabled:opacity-50',
        className,
      )}
      {...rest}
    />
  );
}
