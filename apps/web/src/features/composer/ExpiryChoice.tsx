import ChevronDown from 'lucide-react/icons/chevron-down';
import Timer from 'lucide-react/icons/timer';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { smallButton } from './AudienceMenu.tsx';
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
  const value = hasDate ? 'date' : expiry;
  return (
    <>
      <span className={smallButton}>
        <Timer aria-hidden className="size-4.5 shrink-0" />
        <span aria-hidden>{t(expiry === 'never' ? 'expiry.stays' : `expiry.${value as 'day'}`)}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-soft" />
        {/* The native list of the device opens where the button is pressed. */}
        <select
          aria-label={t('expiry.label')}
          value={value}
          onChange={({ target }) => {
            onChange({ ...draft, expiry: target.value === 'date' ? dateInDays(30) : target.value });
            // The date field appears at the lower end of the dialog, which may be below its visible part.
            requestAnimationFrame(() => document.getElementById(`${id}-date`)?.scrollIntoView({ block: 'nearest' }));
          }}
          className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full text-transparent pointer-coarse:text-17"
        >
          {(['never', 'day', 'week', 'date'] as const).map((each) => (
            <option key={each} value={each} className="bg-surface text-ink">
              {t(`expiry.${each}`)}
            </option>
          ))}
        </select>
      </span>
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
          className="min-h-11 min-w-0 rounded-full border border-edge bg-surface px-4 text-15 pointer-coarse:text-17"
        />
      )}
    </>
  );
}
