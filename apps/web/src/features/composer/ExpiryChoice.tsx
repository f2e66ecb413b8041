import Timer from 'lucide-react/icons/timer';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/Select.tsx';
import type { PostDraft } from './sendPost.ts';

/** Returns the date this many days from now in the reader's time zone, in the format of a date field. */
const dateInDays = (days: number): string => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** A choice of when a post expires: never, after a day or a week, or at the end of a chosen day. */
export function ExpiryChoice({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { expiry } = draft;
  const hasDate = expiry !== 'never' && expiry !== 'day' && expiry !== 'week';
  return (
    <div className="grid items-center min-[22rem]:grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-2">
      <label htmlFor={id} className="flex items-center gap-3 text-15 font-medium">
        <Timer aria-hidden className="size-5 shrink-0 text-soft" />
        {t('expiry.label')}
      </label>
      <Select
        id={id}
        value={hasDate ? 'date' : expiry}
        onChange={({ target }) => {
          onChange({ ...draft, expiry: target.value === 'date' ? dateInDays(30) : target.value });
          // The date field appears at the lower end of the dialog, which may be below its visible part.
          requestAnimationFrame(() => document.getElementById(`${id}-date`)?.scrollIntoView({ block: 'nearest' }));
        }}
      >
        {(['never', 'day', 'week', 'date'] as const).map((value) => (
          <option key={value} value={value}>
            {t(`expiry.${value}`)}
          </option>
        ))}
      </Select>
      {hasDate && (
        <input
          id={`${id}-date`}
          type="date"
          aria-label={t('expiry.date')}
          value={expiry}
          min={dateInDays(1)}
          max={dateInDays(364)}
          required
          onChange={({ target }) => onChange({ ...draft, expiry: target.value || dateInDays(30) })}
          className="min-h-11 min-w-0 min-[22rem]:col-start-2 justify-self-start rounded-full border border-edge bg-surface px-4 text-15 pointer-coarse:text-17"
        />
      )}
    </div>
  );
}
