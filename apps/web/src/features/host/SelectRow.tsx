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
    <div className="grid min-h-12 grid-cols-[1fr_auto] items-center gap-x-4 px-2">
      <label htmlFor={id} className="text-17">
        {label}
      </label>
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
      {note && (
        <p id={`${id}-note`} className="col-span-2 mt-1 text-13 text-pretty text-soft">
          {note}
        </p>
      )}
    </div>
  );
}
