import { type ComponentType, type SVGProps, useId } from 'react';
import { cx } from './cx.ts';

interface Props {
  icon?: ComponentType<SVGProps<SVGSVGElement>>;
  label: string;
  note?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A row that is a switch. It takes effect at once, unlike a check box in a form. */
export function SwitchRow({ icon: Icon, label, note, checked, disabled, onChange }: Props) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-labelledby={`${id}-label`}
      aria-describedby={note && `${id}-note`}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="flex min-h-12 items-center gap-4 rounded-card px-2 text-start text-17 transition-colors enabled:hover:bg-sunken rail:min-h-11"
    >
      {Icon && <Icon aria-hidden className="size-5.5 shrink-0 text-soft" />}
      <span className="flex min-w-0 flex-1 flex-col">
        <span id={`${id}-label`}>{label}</span>
        {note && (
          <span id={`${id}-note`} className="text-13 text-pretty text-soft">
            {note}
          </span>
        )}
      </span>
      <span
        aria-hidden
        className={cx(
          'flex h-7 w-12 shrink-0 items-center rounded-full border px-0.75 transition-colors',
          checked ? 'border-accent bg-accent' : 'border-edge bg-surface',
          disabled && 'opacity-50',
        )}
      >
        <span
          className={cx(
            'size-5 rounded-full transition-transform duration-150',
            checked ? 'translate-x-5 bg-accent-ink' : 'bg-edge',
          )}
        />
      </span>
    </button>
  );
}
