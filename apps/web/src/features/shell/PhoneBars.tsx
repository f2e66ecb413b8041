import { Link, useRouterState } from '@tanstack/react-router';
import CircleUser from 'lucide-react/icons/circle-user';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { narrowScreen, useMedia } from '../../lib/useMedia.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { Badge, NotificationBell, useUnreadMessages } from '../notifications/NotificationBell.tsx';

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

/** Screens that are opened from another one: their top bar leads back to it. */
const opened = /^\/(?:user|tag|post|browser|notification|moderation|server|year)\b/;

/** The top bar on screens narrower than 700 px: Back or the logo, and the buttons for which the tab bar has no room. */
export function TopBar() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (useInChat()) return null;
  return (
    <header className="sticky top-0 z-30 flex min-h-13 items-center justify-between border-b border-line bg-ground pr-1.5 pl-4 rail:hidden">
      <div className="flex min-w-0 items-center gap-1">
        {opened.test(path) && <BackButton />}
        <Link
          to="/home"
          className="flex min-h-11 min-w-0 items-center overflow-hidden rounded-card [&_bdi]:line-clamp-1"
        >
          <Wordmark />
        </Link>
      </div>
      <div className="flex items-center">
        {path === '/home' && (
          <IconButton label={t('home.followed')} onClick={() => void open({ popup: 'friends' })}>
            <UsersRound aria-hidden className="size-6" strokeWidth={1.9} />
          </IconButton>
        )}
        {path === '/account' && (
          <IconButton label={t('menu.settings')} onClick={() => void open({ popup: 'settings' })}>
            <Settings aria-hidden className="size-6" strokeWidth={1.9} />
          </IconButton>
        )}
        <NotificationBell />
      </div>
    </header>
  );
}

const tabClass = 'relative flex min-h-15 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-card';
const icon = { 'aria-hidden': true, className: 'size-6', strokeWidth: 1.9 } as const;
const active = { className: 'font-semibold text-accent-text' };
const inactive = { className: 'text-soft' };

const tabNameClass = 'max-w-full truncate px-0.5 text-13 tracking-tight';

/** The icon of a tab with its name below. */
const labelled = (sign: ReactNode, name: string) => (
  <>
    {sign}
    <span className={tabNameClass}>{name}</span>
  </>
);

function Tabs() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const messages = useUnreadMessages();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const browsing = path === '/browser' || path === '/explore';
  return (
    <nav
      aria-label={t('menu.label')}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-ground pb-[env(safe-area-inset-bottom)]"
    >
      <Link to="/home" className={tabClass} activeProps={active} inactiveProps={inactive} onClick={scrollToTop}>
        {labelled(<House {...icon} />, t('menu.home'))}
      </Link>
      {/* Explore is the first view of Browse. */}
      <Link
        to="/explore"
        className={cx(tabClass, (browsing ? active : inactive).className)}
        aria-current={browsing ? 'page' : undefined}
      >
        {labelled(<Search {...icon} />, t('menu.browse'))}
      </Link>
      <button
        type="button"
        className={cx(tabClass, inactive.className)}
        onClick={() => void open({ popup: 'compose' })}
      >
        {labelled(
          <span className="grid h-6 w-10 place-items-center rounded-full bg-accent text-accent-ink">
            <Plus aria-hidden className="size-5" strokeWidth={2.4} />
          </span>,
          t('menu.add'),
        )}
      </button>
      <Link to="/messages" className={tabClass} activeProps={active} inactiveProps={inactive}>
        <span className="relative">
          <MessageCircle {...icon} />
          <span className="sr-only">{t('menu.messages')}</span>
          <Badge count={messages} />
        </span>
        <span aria-hidden className={tabNameClass}>
          {t('menu.messages')}
        </span>
      </Link>
      <Link to="/account" className={tabClass} activeProps={active} inactiveProps={inactive}>
        {labelled(<CircleUser {...icon} />, t('menu.account'))}
      </Link>
    </nav>
  );
}

/** The bar at the bottom of screens narrower than 700 px, with Home, Browse, Add in the middle, Messages and Account. */
export function TabBar() {
  const shown = useMedia(narrowScreen);
  const inChat = useInChat();
  return shown && !inChat && <Tabs />;
}
