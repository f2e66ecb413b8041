import { useId } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { Select } from '../../ui/Select.tsx';

export function AudienceSelect() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-15 font-medium">
        {t('notifications.audience')}
      </label>
      <Select id={id}>
        <option value="public">{t('notifications.public')}</option>
        <option value="friends">{t('notifications.friends')}</option>
      </Select>
    </div>
  );
}
