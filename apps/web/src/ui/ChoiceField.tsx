import { type ComponentType, type SVGProps, useId } from 'react';
import { cx } from './cx.ts';

interface Props<T extends string> {
  legend: string;
  note?: string | undefined;
  options: readonly { value: T; icon: ComponentType<SVGProps<SVGSVGElement>>; label: string }[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** A choice among a few options, with a note about the chosen option. */
export function ChoiceField<T extends string>({ legend, note, options, value, onChange, disabled }: Props<T>) {
  const id = useId();
  return (
    <fieldset disabled={disabled} aria-describedby={`${id}-note`} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-15 font-medium">{legend}</legend>
      <div
        className={cx('grid gap-2', options.length < 3 && 'grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))]')}
      >
        {options.map(({ value: each, icon: Icon, label }) => (
          <label
            key={each}
            className="flex min-h-12 cursor-pointer items-center gap-2 rounded-card border border-edge px-3 text-17 transition-colors not-has-disabled:hover:bg-sunken has-disabled:cursor-default has-checked:border-accent-text has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={id}
              value={each}
              checked={value === each}
              onChange={() => onChange(each)}
              className="size-4.5 shrink-0 outline-none"
            />
            <span className="flex-1">{label}</span>
            <Icon aria-hidden className="size-5 shrink-0 text-soft" />
          </label>
        ))}
      </div>
      <p id={`${id}-note`} aria-live="polite" className="text-13 text-pretty text-soft empty:hidden">
        {note}
      </p>
    </fieldset>
  );
}
