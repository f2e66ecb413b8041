import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { MenuItem } from './MenuItem.tsx';
import { NotificationBell } from './NotificationBell.tsx';
import { useMenu } from './useMenu.ts';

/** From 700 px: an icon rail, and with names from 1200 px. */
export function SideMenu() {
  const { t } = useTranslation();
  const entries = useMenu();
  const shown = useMedia('(min-width: 43.75rem)');
  if (!shown) return null;
  return (
    <nav
      aria-label={t('menu.label')}
      className="fixed inset-y-0 left-0 z-30 flex w-20 flex-col items-center gap-6 overflow-y-auto border-r border-line bg-ground px-3 py-6 wide:w-60 wide:items-stretch wide:px-4"
    >
      <div className="flex flex-col items-center gap-3 wide:flex-row wide:justify-between wide:pl-3">
        <Link to="/home" className="rounded-card">
          <span className="hidden wide:flex">
            <Wordmark />
          </span>
          <span className="flex wide:hidden">
            <Wordmark compact />
          </span>
        </Link>
        <NotificationBell />
      </div>
      <ul className="flex flex-col gap-1">
        {entries.map((entry) => (
          <li key={entry.label}>
            <MenuItem {...entry} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
