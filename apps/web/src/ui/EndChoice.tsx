import { type ComponentType, type SVGProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu, Choices } from './ChoiceMenu.tsx';

/** Returns the date this many days from now in the reader's time zone, in the format of a date field. */
const dateInDays = (days: number): string => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

const choices = ['never', 'day', 'week', 'date'] as const;

interface Props {
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  label: string;
  /** The text of the option without an end, and the shorter one of the button. */
  never: string;
  neverShort: string;
  dateLabel: string;
  /** `never`, `day`, `week`, or a date such as `2027-01-31`. */
  value: string;
  onChange: (value: string) => void;
}

/** A choice of when something ends: never, after a day or a week, or at the end of a chosen day. */
export function EndChoice({ icon, label, never, neverShort, dateLabel, value: end, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const value = choices.find((each) => each === end) ?? 'date';
  return (
    <>
      <ChoiceMenu icon={icon} label={label} text={value === 'never' ? neverShort : t(`expiry.${value}`)}>
        <Choices
          label={label}
          value={value}
          options={choices.map((each) => ({ value: each, label: each === 'never' ? never : t(`expiry.${each}`) }))}
          onChange={(chosen) => {
            onChange(chosen === 'date' ? dateInDays(30) : chosen);
            // The date field appears at the end of the line of buttons, which may be outside the visible part of the dialog.
            requestAnimationFrame(() => document.getElementById(`${id}-date`)?.scrollIntoView({ block: 'nearest' }));
          }}
        />
      </ChoiceMenu>
      {value === 'date' && (
        <input
          id={`${id}-date`}
          type="date"
          aria-label={dateLabel}
          value={end}
          min={dateInDays(1)}
          max={dateInDays(364)}
          required
          onChange={({ target }) => onChange(target.value || dateInDays(30))}
          className="min-h-11 shrink-0 rounded-full border border-edge bg-surface px-3 text-13 pointer-coarse:text-17"
        />
      )}
    </>
  );
}
