import { useId } from 'react';

interface Props {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function CheckRow({ label, hint, checked, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-12 items-center gap-3 has-disabled:opacity-50">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      <label htmlFor={id} className="flex min-h-12 flex-1 flex-col justify-center">
        <span className="text-17">{label}</span>
        <span id={`${id}-hint`} aria-hidden className="text-13 text-soft">
          {hint}
        </span>
      </label>
    </div>
  );
}
