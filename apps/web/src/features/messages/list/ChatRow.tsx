import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import BellOff from 'lucide-react/icons/bell-off';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { rowTime } from '../../../i18n/dates.ts';
import { useMinute } from '../../../lib/clock.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { otherOf, searchOf } from '../chat.ts';
import { conversationQuery } from '../conversation/messageCache.ts';
import { useTyping } from '../live.ts';
import type { Chat } from '../message.ts';
import { GroupAvatar } from './GroupAvatar.tsx';
import { lastLine } from './lastLine.ts';
import { nameOfChat } from './useChatList.ts';

interface Props {
  row: Chat;
  open: boolean;
  /** Set if another chat is already open. The link then replaces the history entry, so that Back leaves the messages screen. */
  replace: boolean;
}

export const ChatRow = memo(function ChatRow({ row, open, replace }: Props) {
  const { t } = useTranslation();
  useMinute();
  const { chatId, lastMessage, unreadCount, mutedUntil } = row;
  const typing = useTyping(chatId);
  const { userId: me } = useViewer();
  const name = nameOfChat(row, me);
  const line = lastLine(t, row, me);
  const unread = unreadCount > 0;
  const client = useQueryClient();
  // Preloads the messages when the pointer reaches the row, which is some 200 ms before the click.
  const prepare = () => void client.prefetchInfiniteQuery(conversationQuery(chatId));
  return (
    <Link
      to="/messages"
      search={searchOf(row, me)}
      state={replace ? (old) => old : { opened: true }}
      replace={replace}
      resetScroll={false}
      preload={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      aria-current={open ? 'true' : undefined}
      className={cx(
        'flex min-h-18 items-center gap-3 rounded-card p-2 -outline-offset-2 transition-colors',
        open ? 'bg-accent-wash' : 'hover:bg-sunken',
      )}
    >
      {row.kind === 'group' ? (
        <GroupAvatar size={48} src={row.picture} />
      ) : (
        <Avatar src={otherOf(row, me)?.profilePicture ?? null} size={48} />
      )}
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span className={cx('min-w-0 flex-1 truncate font-semibold', name === null && 'text-soft italic')}>
            {name ?? t('messages.unavailable')}
          </span>
          {mutedUntil && (
            <>
              <BellOff aria-hidden className="size-3.5 shrink-0 self-center text-soft" />
              <span className="sr-only">{t('messages.mute.muted')}</span>
            </>
          )}
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
            <span
              className={cx(
                'min-w-5 shrink-0 rounded-full px-1.5 text-center leading-5 font-bold',
                mutedUntil ? 'bg-sunken text-soft' : 'bg-accent text-accent-ink',
              )}
            >
              <span aria-hidden>{unreadCount > 99 ? '99+' : unreadCount}</span>
              <span className="sr-only">{t('menu.unread', { count: unreadCount })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
});
