import { cx } from './cx.ts';

interface Props<T extends string> {
  label: string;
  options: readonly T[];
  nameOf: (option: T) => string;
  chosen: T;
  onChoose: (option: T) => void;
  /** Whether the buttons stay on one line, which scrolls where it is too narrow for all. */
  scrolls?: boolean;
  className?: string;
}

/** A row of buttons, of which one is chosen. They filter a list. */
export function FilterBar<T extends string>({
  label,
  options,
  nameOf,
  chosen,
  onChoose,
  scrolls,
  className,
}: Props<T>) {
  return (
    <div
      role="group"
      aria-label={label}
      className={cx(
        'flex gap-1 min-[24rem]:gap-1.5 rail:gap-2',
        scrolls ? 'overflow-x-auto [scrollbar-width:none] *:shrink-0' : 'flex-wrap',
        className,
      )}
    >
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === chosen}
          onClick={() => onChoose(option)}
          className={cx(
            'min-h-11 flex-auto rounded-full px-1.5 text-13 font-semibold -outline-offset-2 transition-colors rail:flex-none rail:px-4 rail:text-15',
            option === chosen ? 'bg-inverse text-inverse-ink' : 'bg-sunken text-ink hover:bg-line',
          )}
        >
          {nameOf(option)}
        </button>
      ))}
    </div>
  );
}
