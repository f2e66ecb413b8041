import { useRouterState } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import CircleUser from 'lucide-react/icons/circle-user';
import Compass from 'lucide-react/icons/compass';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import SquarePlus from 'lucide-react/icons/square-plus';
import type { ComponentType, SVGProps } from 'react';
import type { Popup } from '../../lib/popups.ts';
import { useUnread } from './useUnread.ts';

type Page = '/home' | '/browser' | '/explore' | '/notification' | '/messages' | '/account';

export interface MenuEntry {
  label: 'home' | 'browse' | 'explore' | 'notifications' | 'messages' | 'add' | 'account' | 'settings';
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  to?: Page;
  popup?: Popup;
  unread?: number;
}

/** The menu of the screen shown: Notifications in place of Explore on its own screen, Settings on the account screen. */
export function useMenu(): MenuEntry[] {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const unread = useUnread();
  return [
    { label: 'home', icon: House, to: '/home' },
    { label: 'browse', icon: Search, to: '/browser' },
    path === '/notification'
      ? { label: 'notifications', icon: Bell, to: '/notification', unread: unread.notifications }
      : { label: 'explore', icon: Compass, to: '/explore' },
    { label: 'messages', icon: MessageCircle, to: '/messages', unread: unread.messages },
    { label: 'add', icon: SquarePlus, popup: 'compose' },
    { label: 'account', icon: CircleUser, to: '/account' },
    ...(path === '/account' ? [{ label: 'settings', icon: Settings, popup: 'settings' } satisfies MenuEntry] : []),
  ];
}
