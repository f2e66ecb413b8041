import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentType, ReactNode, SVGProps } from 'react';
import { cx } from './cx.ts';

/** One of the small buttons in a line below the fields of a form. */
export const smallButton =
  'relative inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border border-edge px-3 text-13 font-medium whitespace-nowrap hover:bg-sunken';

interface SwitchProps {
  /** The icon of the switch; by default a tick while it is on. */
  icon?: ComponentType<SVGProps<SVGSVGElement>>;
  on: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
}

/** A small button that is on or off. */
export function SmallSwitch({ icon, on, onChange, children }: SwitchProps) {
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

interface Props<V extends string> {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  label: string;
  /** The text of the button. It may be shorter than that of the chosen option. */
  text: string;
  value: V;
  options: { value: V; label: string }[];
  onChange: (value: V) => void;
}

/** A small button with the native list of the device behind it, which opens where the button is pressed. */
export function SmallSelect<V extends string>({ icon: Icon, label, text, value, options, onChange }: Props<V>) {
  return (
    <span className={smallButton}>
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span aria-hidden>{text}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-soft max-rail:hidden" />
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value as V)}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full text-transparent pointer-coarse:text-17"
      >
        {options.map((each) => (
          <option key={each.value} value={each.value} className="bg-surface text-ink">
            {each.label}
          </option>
        ))}
      </select>
    </span>
  );
}
