import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';

export function AudienceSelect() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-15 font-medium">
        {t('notifications.audience')}
      </label>
      <span className="relative">
        <select
          id={id}
          className="min-h-11 appearance-none rounded-full border border-edge bg-surface pr-10 pl-4 text-15 text-ink"
        >
          <option value="public">{t('notifications.public')}</option>
          <option value="friends">{t('notifications.friends')}</option>
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4 text-soft"
        />
      </span>
    </div>
  );
}
