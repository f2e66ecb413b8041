import Cake from 'lucide-react/icons/cake';
import { useTranslation } from 'react-i18next';
import { type Birthday, birthdayText } from './birthday.ts';

/** A member's birthday in the profile. */
export function BirthdayLine({ birthday }: { birthday: Birthday | null | undefined }) {
  const { t } = useTranslation();
  if (!birthday) return null;
  return (
    <p className="flex items-center gap-2 text-15 text-soft">
      <Cake aria-hidden className="size-4.5 shrink-0" />
      <span className="sr-only">{t('birthdays.label')}: </span>
      <time dateTime={`${birthday.month}-${birthday.day}`.replace(/\b\d\b/g, '0$&')}>{birthdayText(birthday)}</time>
    </p>
  );
}
