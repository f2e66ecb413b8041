import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { rowTime } from '../../../i18n/dates.ts';
import { useViewer } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { useTyping } from '../live.ts';
import { type Contact, preview } from '../message.ts';

interface Props {
  contact: Contact;
  open: boolean;
  /** Another chat is open already: Back leaves the screen, instead of going through the chats one by one. */
  replace: boolean;
}

export const ContactRow = memo(function ContactRow({ contact, open, replace }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { user, lastMessage, unreadCount } = contact;
  const typing = useTyping(user.userId);
  const text =
    lastMessage &&
    (lastMessage.deleted ? t('messages.deletedMessage') : preview(lastMessage.content) || t('messages.picture'));
  const line =
    text && (!lastMessage.deleted && lastMessage.senderId === viewer.userId ? t('messages.yours', { text }) : text);
  const unread = unreadCount > 0;
  return (
    <Link
      to="/messages"
      search={{ userId: user.userId }}
      state={replace ? (old) => old : { opened: true }}
      replace={replace}
      resetScroll={false}
      preload={false}
      aria-current={open ? 'true' : undefined}
      className={cx(
        'flex min-h-18 items-center gap-3 rounded-card p-2 -outline-offset-2 transition-colors',
        open ? 'bg-accent-wash' : 'hover:bg-sunken',
      )}
    >
      <Avatar src={user.profilePicture} size={48} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span className={cx('min-w-0 flex-1 truncate font-semibold', !user.userName && 'text-soft italic')}>
            {user.userName ?? t('messages.deleted')}
          </span>
          {lastMessage && (
            <time dateTime={lastMessage.createdAt} className="shrink-0 text-13 text-soft">
              {rowTime(lastMessage.createdAt)}
            </time>
          )}
        </span>
        <span className="flex items-start gap-2 text-13 empty:hidden">
          {(typing || line) && (
            <span
              className={cx(
                'line-clamp-2 min-w-0 flex-1',
                typing ? 'text-accent-text' : unread ? 'font-semibold text-ink' : 'text-soft',
              )}
            >
              {typing ? t('messages.typing') : line}
            </span>
          )}
          {unread && (
            <span className="min-w-5 shrink-0 rounded-full bg-accent px-1.5 text-center leading-5 font-bold text-accent-ink">
              <span aria-hidden>{unreadCount > 99 ? '99+' : unreadCount}</span>
              <span className="sr-only">{t('menu.unread', { count: unreadCount })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
});
