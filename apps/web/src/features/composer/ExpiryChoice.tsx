import Timer from 'lucide-react/icons/timer';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostDraft } from './postDraft.ts';
import { SmallSelect } from './SmallSelect.tsx';

/** Returns the date this many days from now in the reader's time zone, in the format of a date field. */
const dateInDays = (days: number): string => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

const choices = ['never', 'day', 'week', 'date'] as const;

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** A choice of when a post expires: never, after a day or a week, or at the end of a chosen day. */
export function ExpiryChoice({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { expiry } = draft;
  const value = choices.find((each) => each === expiry) ?? 'date';
  return (
    <>
      <SmallSelect
        icon={Timer}
        label={t('expiry.label')}
        text={t(expiry === 'never' ? 'expiry.stays' : `expiry.${value as 'day'}`)}
        value={value}
        options={choices.map((each) => ({ value: each, label: t(`expiry.${each}`) }))}
        onChange={(chosen) => {
          onChange({ ...draft, expiry: chosen === 'date' ? dateInDays(30) : chosen });
          // The date field appears at the end of the line of buttons, which may be outside the visible part of the dialog.
          requestAnimationFrame(() => document.getElementById(`${id}-date`)?.scrollIntoView({ block: 'nearest' }));
        }}
      />
      {value === 'date' && (
        <input
          id={`${id}-date`}
          type="date"
          aria-label={t('expiry.date')}
          value={expiry}
          min={dateInDays(1)}
          max={dateInDays(364)}
          required
          onChange={({ target }) => onChange({ ...draft, expiry: target.value || dateInDays(30) })}
          className="min-h-11 shrink-0 rounded-full border border-edge bg-surface px-3 text-13 pointer-coarse:text-17"
        />
      )}
    </>
  );
}
