import { cx } from './cx.ts';

interface Props<T extends string> {
  label: string;
  options: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** A few choices of which one holds. */
export function Chips<T extends string>({ label, options, value, onChange }: Props<T>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'min-h-11 rounded-full px-4 text-15 font-semibold transition-colors',
            option.value === value ? 'bg-inverse text-inverse-ink' : 'bg-sunken text-ink hover:bg-line',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
