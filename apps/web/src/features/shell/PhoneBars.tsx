import { Link, useRouterState } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import CircleUser from 'lucide-react/icons/circle-user';
import Compass from 'lucide-react/icons/compass';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import UsersRound from 'lucide-react/icons/users-round';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { Badge, useUnreadMessages, useUnreadNotifications } from '../notifications/NotificationBell.tsx';
import { AvatarButton } from './AvatarButton.tsx';

/** Returns whether a chat is open. On a phone an open chat fills the screen and has its own header. */
export function useInChat(): boolean {
  const { userId: me } = useViewer();
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname === '/messages' &&
      (search.chatId !== undefined || (search.userId !== undefined && search.userId !== me)),
  });
}

/** Handles a tap on the Home entry of the menu: on Home itself, scrolls up to the newest posts. */
export function scrollToTop(event: { preventDefault: () => void }): void {
  if (location.pathname !== '/home' || location.search) return;
  event.preventDefault();
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: reducedMotion ? 'instant' : 'smooth' });
}

/** The top bar on screens narrower than 700 px: the logo, and the buttons for which the tab bar has no room. */
export function TopBar() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (useInChat()) return null;
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
        {path === '/account' && (
          <IconButton label={t('menu.settings')} onClick={() => void open({ popup: 'settings' })}>
            <Settings aria-hidden className="size-6" strokeWidth={1.9} />
          </IconButton>
        )}
        {path !== '/account' && <AvatarButton />}
      </div>
    </header>
  );
}

const tabClass = 'relative grid min-h-14 min-w-0 flex-1 place-items-center rounded-card';
const icon = { 'aria-hidden': true, className: 'size-6', strokeWidth: 1.9 } as const;
const active = { className: 'text-accent-text' };

function Tabs() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const messages = useUnreadMessages();
  const notifications = useUnreadNotifications();
  return (
    <nav
      aria-label={t('menu.label')}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-ground pb-[env(safe-area-inset-bottom)]"
    >
      <Link to="/home" aria-label={t('menu.home')} className={tabClass} activeProps={active} onClick={scrollToTop}>
        <House {...icon} />
      </Link>
      <Link to="/browser" aria-label={t('menu.browse')} className={tabClass} activeProps={active}>
        <Search {...icon} />
      </Link>
      <Link to="/explore" aria-label={t('menu.explore')} className={tabClass} activeProps={active}>
        <Compass {...icon} />
      </Link>
      <button
        type="button"
        aria-label={t('menu.add')}
        className={tabClass}
        onClick={() => void open({ popup: 'compose' })}
      >
        <span className="grid h-9 w-11 place-items-center rounded-full bg-accent text-accent-ink">
          <Plus aria-hidden className="size-6" strokeWidth={2.4} />
        </span>
      </button>
      <Link to="/messages" className={tabClass} activeProps={active}>
        <span className="relative">
          <MessageCircle {...icon} />
          <span className="sr-only">{t('menu.messages')}</span>
          <Badge count={messages} />
        </span>
      </Link>
      <Link to="/notification" className={tabClass} activeProps={active}>
        <span className="relative">
          <Bell {...icon} />
          <span className="sr-only">{t('menu.notifications')}</span>
          <Badge count={notifications} />
        </span>
      </Link>
      <Link to="/account" aria-label={t('menu.account')} className={tabClass} activeProps={active}>
        <CircleUser {...icon} />
      </Link>
    </nav>
  );
}

/**
 * The bar at the bottom of screens narrower than 700 px, with Home, Browse, Explore, Add in the middle, Messages, Notifications
 * and Account.
 */
export function TabBar() {
  const shown = useMedia('(width < 43.75rem)');
  const inChat = useInChat();
  return shown && !inChat && <Tabs />;
}
