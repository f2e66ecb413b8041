import { Link } from '@tanstack/react-router';
import CircleUser from 'lucide-react/icons/circle-user';
import House from 'lucide-react/icons/house';
import MessageCircle from 'lucide-react/icons/message-circle';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { Badge } from './Badge.tsx';
import { useUnread } from './useUnread.ts';

const look = 'relative grid min-h-14 flex-1 place-items-center rounded-card';
const icon = { 'aria-hidden': true, className: 'size-6.5', strokeWidth: 1.9 } as const;
const active = { className: 'text-accent-text' };

/** Below 700 px: Home, Browse, Add in the middle, Messages, Account. */
export function TabBar() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const { messages } = useUnread();
  const shown = useMedia('(width < 43.75rem)');
  if (!shown) return null;
  return (
    <nav
      aria-label={t('menu.label')}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-ground px-1 pb-[env(safe-area-inset-bottom)]"
    >
      <Link to="/home" aria-label={t('menu.home')} className={look} activeProps={active}>
        <House {...icon} />
      </Link>
      <Link to="/browser" aria-label={t('menu.browse')} className={look} activeProps={active}>
        <Search {...icon} />
      </Link>
      <button type="button" aria-label={t('menu.add')} className={look} onClick={() => void open({ popup: 'compose' })}>
        <span className="grid h-10 w-13 place-items-center rounded-full bg-accent text-accent-ink">
          <Plus aria-hidden className="size-6" strokeWidth={2.4} />
        </span>
      </button>
      <Link to="/messages" className={look} activeProps={active}>
        <span className="relative">
          <MessageCircle {...icon} />
          <span className="sr-only">{t('menu.messages')}</span>
          <Badge count={messages} />
        </span>
      </Link>
      <Link to="/account" aria-label={t('menu.account')} className={look} activeProps={active}>
        <CircleUser {...icon} />
      </Link>
    </nav>
  );
}
