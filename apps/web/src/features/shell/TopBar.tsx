import { Link, useRouterState } from '@tanstack/react-router';
import Compass from 'lucide-react/icons/compass';
import Settings from 'lucide-react/icons/settings';
import UsersRound from 'lucide-react/icons/users-round';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { NotificationBell } from './NotificationBell.tsx';

/** Below 700 px: the wordmark, and what the tab bar has no room for. */
export function TopBar() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <header className="sticky top-0 z-30 flex min-h-13 items-center justify-between border-b border-line bg-ground pr-1.5 pl-4 rail:hidden">
      <Link to="/home" className="flex min-h-11 min-w-0 items-center overflow-hidden rounded-card whitespace-nowrap">
        <Wordmark />
      </Link>
      <div className="flex items-center">
        {path === '/home' && (
          <IconButton label={t('home.friends')} onClick={() => void open({ popup: 'friends' })}>
            <UsersRound aria-hidden className="size-6" strokeWidth={1.9} />
          </IconButton>
        )}
        <Link
          to="/explore"
          aria-label={t('menu.explore')}
          className="inline-grid size-11 place-items-center rounded-full"
          activeProps={{ className: 'text-accent-text' }}
        >
          <Compass aria-hidden className="size-6" strokeWidth={1.9} />
        </Link>
        <NotificationBell />
        {path === '/account' && (
          <IconButton label={t('menu.settings')} onClick={() => void open({ popup: 'settings' })}>
            <Settings aria-hidden className="size-6" strokeWidth={1.9} />
          </IconButton>
        )}
      </div>
    </header>
  );
}
