import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnUser } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/Select.tsx';
import { type Birthday, daysIn, monthNames } from './birthday.ts';

/** A birthday that is being chosen, of which the month or the day may be missing. */
export interface ChosenBirthday extends Partial<Birthday> {
  birthdayFor: OwnUser['birthdayFor'];
}

const audiences = ['friends', 'followers', 'nobody'] as const;

/** Returns the chosen birthday, or null for none; undefined if only the day or only the month is chosen. */
export function birthdayOf({ month, day }: ChosenBirthday): Birthday | null | undefined {
  if (month && day) return { month, day };
  return month || day ? undefined : null;
}

interface Props {
  value: ChosenBirthday;
  error?: string | undefined;
  onChange: (value: ChosenBirthday) => void;
}

/** The choice of a day and a month, without a year, and of who sees them. */
export function BirthdayField({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { month, day, birthdayFor } = value;
  const set = (part: Partial<ChosenBirthday>) => onChange({ ...value, ...part });
  const chosen = (text: string) => Number(text) || undefined;
  return (
    <fieldset aria-describedby={`${id}-note`} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-15 font-medium">{t('birthdays.label')}</legend>
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label={t('birthdays.day')}
          aria-invalid={error ? true : undefined}
          value={day ?? ''}
          onChange={({ target }) => set({ day: chosen(target.value) })}
        >
          <option value="">{t('birthdays.day')}</option>
          {Array.from({ length: daysIn(month) }, (_, index) => index + 1).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('birthdays.month')}
          aria-invalid={error ? true : undefined}
          value={month ?? ''}
          onChange={({ target }) => {
            const next = chosen(target.value);
            set({ month: next, day: day && Math.min(day, daysIn(next)) });
          }}
        >
          <option value="">{t('birthdays.month')}</option>
          {monthNames().map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('birthdays.for')}
          value={birthdayFor}
          onChange={({ target }) => set({ birthdayFor: target.value as ChosenBirthday['birthdayFor'] })}
        >
          {audiences.map((each) => (
            <option key={each} value={each}>
              {t(`birthdays.${each}`)}
            </option>
          ))}
        </Select>
      </div>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={cx('text-13 empty:hidden', error ? 'text-danger' : 'text-soft')}
      >
        {error ?? (month && day && t(`birthdays.${birthdayFor}Note`))}
      </p>
    </fieldset>
  );
}
