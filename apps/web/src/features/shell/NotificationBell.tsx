import { Link } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import { useTranslation } from 'react-i18next';
import { Badge } from './Badge.tsx';
import { useUnread } from './useUnread.ts';

export function NotificationBell() {
  const { t } = useTranslation();
  const { notifications } = useUnread();
  return (
    <Link
      to="/notification"
      title={t('menu.notifications')}
      className="inline-grid size-11 place-items-center rounded-full hover:bg-sunken"
      activeProps={{ className: 'text-accent-text' }}
    >
      <span className="relative">
        <Bell aria-hidden className="size-6" strokeWidth={1.9} />
        <span className="sr-only">{t('menu.notifications')}</span>
        <Badge count={notifications} />
      </span>
    </Link>
  );
}
