import { useId } from 'react';
import { Select } from '../../ui/Select.tsx';

interface Props {
  label: string;
  note?: string | undefined;
  disabled?: boolean;
  value: number;
  /** The numbers that are offered. The current one, which the environment may have set, is added. */
  offered: readonly number[];
  nameOf: (value: number) => string;
  onChange: (value: number) => void;
}

/** A row in which one of several numbers is chosen. It takes effect at once, like a `SwitchRow`. */
export function SelectRow({ label, note, disabled, value, offered, nameOf, onChange }: Props) {
  const id = useId();
  const numbers = [...new Set([...offered, value])].sort((a, b) => a - b);
  return (
    <div className="flex min-h-12 items-center gap-4 px-2">
      <span className="flex min-w-0 flex-1 flex-col">
        <label htmlFor={id} className="text-17">
          {label}
        </label>
        {note && (
          <span id={`${id}-note`} className="text-13 text-pretty text-soft">
            {note}
          </span>
        )}
      </span>
      <Select
        id={id}
        aria-describedby={note && `${id}-note`}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {numbers.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </Select>
    </div>
  );
}
