import { Link } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import CircleUser from 'lucide-react/icons/circle-user';
import Compass from 'lucide-react/icons/compass';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { type ComponentType, lazy, Suspense, type SVGProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Popup } from '../../lib/popupSearch.ts';
import { usePopup } from '../../lib/popups.ts';
import { useMedia, wideScreen } from '../../lib/useMedia.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { cx } from '../../ui/cx.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { Badge, useUnreadMessages, useUnreadNotifications } from '../notifications/NotificationBell.tsx';
import { AvatarButton } from './AvatarButton.tsx';
import { scrollToTop } from './PhoneBars.tsx';

type Page = '/home' | '/browser' | '/explore' | '/notification' | '/messages' | '/account' | '/moderation';

interface MenuEntry {
  label: 'home' | 'browse' | 'explore' | 'notifications' | 'messages' | 'add' | 'account' | 'settings' | 'moderation';
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  to?: Page;
  popup?: Popup;
  unread?: number;
}

/** Returns the menu's entries, the same on every screen. */
function useMenu(): MenuEntry[] {
  const { moderator } = useViewer();
  const messages = useUnreadMessages();
  const notifications = useUnreadNotifications();
  return [
    { label: 'home', icon: House, to: '/home' },
    { label: 'browse', icon: Search, to: '/browser' },
    { label: 'explore', icon: Compass, to: '/explore' },
    { label: 'notifications', icon: Bell, to: '/notification', unread: notifications },
    { label: 'messages', icon: MessageCircle, to: '/messages', unread: messages },
    { label: 'add', icon: Plus, popup: 'compose' },
    { label: 'account', icon: CircleUser, to: '/account' },
    ...(moderator ? [{ label: 'moderation', icon: ShieldAlert, to: '/moderation' } satisfies MenuEntry] : []),
    { label: 'settings', icon: Settings, popup: 'settings' },
  ];
}

const Tooltip = lazy(() => import('../../ui/Tooltip.tsx'));

const entryClass =
  'flex min-h-12 w-12 items-center justify-center gap-4 rounded-full text-17 transition-colors wide:w-full wide:justify-start wide:px-4';
/** Add, the menu's main action, stands out. */
const mainAction = 'bg-accent font-semibold text-accent-ink hover:bg-accent-strong';

/** An entry of the side menu: an icon and, if there is room, a name. */
function MenuItem({ label, icon: Icon, to, popup, unread = 0 }: MenuEntry) {
  const { t } = useTranslation();
  const { open } = usePopup();
  const showsNames = useMedia(wideScreen);
  const name = t(`menu.${label}`);
  const className = cx(entryClass, label === 'add' ? mainAction : 'hover:bg-sunken');
  const content = (
    <>
      {/* The name comes before the number in the markup, so that screen readers read the name first. */}
      <span className="sr-only wide:not-sr-only wide:order-2">{name}</span>
      <span className="relative">
        <Icon aria-hidden className="size-6.5" strokeWidth={1.9} />
        <Badge count={unread} />
      </span>
    </>
  );
  const control = to ? (
    <Link
      to={to}
      className={className}
      activeProps={{ className: 'font-bold text-accent-text' }}
      onClick={to === '/home' ? scrollToTop : undefined}
    >
      {content}
    </Link>
  ) : (
    <button type="button" className={className} onClick={() => void open({ popup })}>
      {content}
    </button>
  );
  if (showsNames) return control;
  return (
    <Suspense fallback={control}>
      <Tooltip text={name}>{control}</Tooltip>
    </Suspense>
  );
}

function Menu() {
  const { t } = useTranslation();
  const entries = useMenu();
  return (
    <nav
      aria-label={t('menu.label')}
      className="fixed inset-y-0 left-0 z-30 flex w-20 flex-col items-center gap-6 overflow-y-auto border-r border-line bg-ground px-3 py-6 wide:left-(--beside) wide:w-60 wide:items-stretch wide:px-4"
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
      </div>
      <ul className="flex flex-col gap-1">
        {entries.map((entry) => (
          <li key={entry.label}>
            <MenuItem {...entry} />
          </li>
        ))}
      </ul>
      <AvatarButton className="mt-auto shrink-0 wide:justify-start wide:px-3" />
    </nav>
  );
}

/** The side menu: a narrow column of icons from 700 px on, with names from 1200 px on. */
export const SideMenu = () => useMedia('(min-width: 43.75rem)') && <Menu />;
