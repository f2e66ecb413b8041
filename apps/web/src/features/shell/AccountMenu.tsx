import { useNavigate } from '@tanstack/react-router';
import Bookmark from 'lucide-react/icons/bookmark';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import CircleUser from 'lucide-react/icons/circle-user';
import LogOut from 'lucide-react/icons/log-out';
import Server from 'lucide-react/icons/server';
import Settings from 'lucide-react/icons/settings';
import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { useInvitationPolicy } from '../people/useInvitationPolicy.ts';
import { useLogOut } from '../settings/useLogOut.ts';

const Menu = lazy(() => import('../../ui/Menu.tsx'));

/** The menu that the member's picture opens on every screen. Its code is loaded when it is first opened. */
export default function AccountMenu({ trigger }: { trigger: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { open } = usePopup();
  const { host } = useViewer();
  const { session } = trpc.useUtils().auth;
  const logOut = useLogOut();
  // Whether the member is a host may have changed since the page was loaded.
  const refresh = () => void session.invalidate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu is open when it mounts, which happens once.
  useEffect(refresh, []);
  const mayInvite = useInvitationPolicy().possible;
  const year = String(new Date().getFullYear());
  const invite = () => void open({ popup: 'invitations' });
  const server = { label: t('host.title'), icon: Server, onSelect: () => void navigate({ to: '/server/{-$part}' }) };
  return (
    <Menu
      trigger={trigger}
      onOpen={refresh}
      items={[
        { label: t('menu.account'), icon: CircleUser, onSelect: () => void navigate({ to: '/account' }) },
        {
          label: t('bookmarks.title'),
          icon: Bookmark,
          onSelect: () => void navigate({ to: '/account', search: { saved: true } }),
        },
        {
          label: t('year.title'),
          icon: CalendarHeart,
          onSelect: () => void navigate({ to: '/year/$year', params: { year } }),
        },
        ...(mayInvite ? [{ label: t('invitations.title'), icon: UserPlus, opens: true, onSelect: invite }] : []),
        ...(host ? [server] : []),
        { label: t('menu.settings'), icon: Settings, opens: true, onSelect: () => void open({ popup: 'settings' }) },
        { label: t('settings.logOut'), icon: LogOut, onSelect: () => void logOut({ everywhere: false }) },
      ]}
    />
  );
}
