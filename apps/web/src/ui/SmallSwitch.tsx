import Check from 'lucide-react/icons/check';
import type { ComponentType, ReactNode, SVGProps } from 'react';
import { cx } from './cx.ts';

/** One of the small buttons in a line below the fields of a form. */
export const smallButton =
  'relative inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border border-edge px-3 text-13 font-medium whitespace-nowrap hover:bg-sunken';

interface Props {
  /** The icon of the switch; by default a tick while it is on. */
  icon?: ComponentType<SVGProps<SVGSVGElement>>;
  on: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
}

/** A small button that is on or off. */
export function SmallSwitch({ icon, on, onChange, children }: Props) {
  const Icon = icon ?? (on ? Check : undefined);
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onChange(!on)}
      className={cx(smallButton, on && 'border-accent-text bg-accent-wash text-accent-text')}
    >
      {Icon && <Icon aria-hidden className="size-4.5 shrink-0" />}
      {children}
    </button>
  );
}
