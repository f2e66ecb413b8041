import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import BellOff from 'lucide-react/icons/bell-off';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pin from 'lucide-react/icons/pin';
import { type ComponentType, memo, type SVGProps } from 'react';
import { useTranslation } from 'react-i18next';
import { rowTime } from '../../../i18n/dates.ts';
import { useMinute } from '../../../lib/clock.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { MenuPosition } from '../../../ui/Menu.tsx';
import { below, pointOf } from '../../../ui/MoreMenu.tsx';
import { useTouch } from '../../../ui/useTouch.ts';
import { searchOf } from '../chat.ts';
import { conversationQuery } from '../conversation/messageCache.ts';
import { useTyping } from '../conversation/useOpenChat.ts';
import type { Chat } from '../message.ts';
import { lastLine } from '../messageText.ts';
import { ChatAvatar } from './ChatAvatar.tsx';
import { ChatName } from './ChatName.tsx';
import { nameOfChat } from './useChatList.ts';

/** A small icon beside the name of a chat. */
function Mark({ icon: Icon, label }: { icon: ComponentType<SVGProps<SVGSVGElement>>; label: string }) {
  return (
    <>
      <Icon aria-hidden className="size-3.5 shrink-0 self-center text-soft" />
      <span className="sr-only">{label}</span>
    </>
  );
}

interface RowProps {
  row: Chat;
  open: boolean;
  /** Opens the menu of the chat. */
  onMenu: (row: Chat, position: MenuPosition) => void;
  /** Set if another chat is already open. The link then replaces the history entry, so that Back leaves the messages screen. */
  replace: boolean;
  /** Set in the list of archived chats, which stays beside the chat that the row opens. */
  inArchive?: boolean | undefined;
}

/** A chat in a list. A right click, a long press or the button at its end opens its menu. */
export const ChatRow = memo(function ChatRow({ row, open, replace, inArchive, onMenu }: RowProps) {
  const { t } = useTranslation();
  useMinute();
  const { chatId, lastMessage, unreadCount, mutedUntil, pinned, archived } = row;
  const typing = useTyping(chatId);
  const { userId: me } = useViewer();
  const name = nameOfChat(row, me);
  const line = lastLine(t, row, me);
  const unread = unreadCount > 0;
  const client = useQueryClient();
  // Preloads the messages when the pointer reaches the row, which is some 200 ms before the click.
  const prepare = () => void client.prefetchInfiniteQuery(conversationQuery(chatId));
  const touch = useTouch({ onHold: (x, y) => onMenu(row, { x, y }) });
  return (
    <div className="group/row relative">
      <Link
        to="/messages"
        search={{ ...searchOf(row, me), ...(inArchive && { archived: true }) }}
        state={replace ? (old) => old : { opened: true }}
        replace={replace}
        resetScroll={false}
        preload={false}
        onPointerEnter={prepare}
        onFocus={prepare}
        {...touch.handlers}
        onClick={(event) => touch.held() && event.preventDefault()}
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu(row, pointOf(event));
        }}
        aria-current={open ? 'true' : undefined}
        className={cx(
          'flex min-h-18 items-center gap-3 rounded-card p-2 -outline-offset-2 transition-colors pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
          open ? 'bg-accent-wash' : 'hover:bg-sunken',
        )}
      >
        <ChatAvatar chat={row} size={48} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 font-semibold">
              <ChatName chat={row} />
            </span>
            {pinned && <Mark icon={Pin} label={t('messages.pinned')} />}
            {mutedUntil && <Mark icon={BellOff} label={t('messages.mute.muted')} />}
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
                  'min-w-5 shrink-0 rounded-full px-1.5 text-center leading-5 font-bold pointer-fine:group-hover/row:invisible',
                  mutedUntil || archived ? 'bg-sunken text-soft' : 'bg-accent text-accent-ink',
                )}
              >
                <span aria-hidden>{unreadCount > 99 ? '99+' : unreadCount}</span>
                <span className="sr-only">{t('menu.unread', { count: unreadCount })}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
      <IconButton
        label={t('messages.rowOptions', { name: name ?? t('messages.unavailable') })}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu(row, below(currentTarget))}
        className="absolute right-1 bottom-1 size-9! bg-sunken text-soft opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 pointer-coarse:hidden"
      >
        <Ellipsis aria-hidden className="size-4.5" />
      </IconButton>
    </div>
  );
});
