import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../lib/viewerContext.ts';
import type { MenuPosition } from '../../../ui/Menu.tsx';
import { MenuPoint } from '../../../ui/MoreMenu.tsx';
import { type ChosenChat, searchOf } from '../chat.ts';
import type { MutedChat } from '../conversation/useOpenChat.ts';
import type { Chat } from '../message.ts';
import { ChatRow } from './ChatRow.tsx';
import { useChatItems } from './useChatItems.ts';
import { nameOfChat } from './useChatList.ts';

const Menu = lazy(() => import('../../../ui/Menu.tsx'));
const MuteChatDialog = lazy(() => import('../conversation/MuteChatDialog.tsx'));

interface RowMenuProps {
  row: Chat;
  chat: MutedChat;
  position: MenuPosition;
  onMute: () => void;
  onClosed: () => void;
}

/** The menu of a chat in a list. It opens at the pointer, the finger or the menu button. */
function RowMenu({ row, chat, position, onMute, onClosed }: RowMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      trigger={<MenuPoint label={t('messages.rowOptions', { name: chat.name })} position={position} />}
      align="start"
      items={useChatItems({ chat, row, onMute })}
      onClosed={() => {
        onClosed();
        return document.querySelector<HTMLElement>(`[data-chat="${row.chatId}"] a`);
      }}
    />
  );
}

interface Props {
  rows: readonly Chat[];
  chosen: ChosenChat | undefined;
  inArchive?: boolean;
}

/** Rows of chats, with the menu of one of them and the dialog that the menu opened. */
export function ChatRows({ rows, chosen, inArchive }: Props) {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const [menu, setMenu] = useState<{ row: Chat; position: MenuPosition }>();
  const [muted, setMuted] = useState<Chat>();
  const openMenu = useCallback((row: Chat, position: MenuPosition) => setMenu({ row, position }), []);
  const isOpen = (row: Chat) => {
    const { userId, chatId } = searchOf(row, me);
    return chosen !== undefined && userId === chosen.userId && chatId === chosen.chatId;
  };
  const named = (row: Chat) => ({
    chat: row.chatId,
    chosen: searchOf(row, me),
    name: nameOfChat(row, me) ?? t('messages.unavailable'),
  });
  return (
    <>
      <ul className="flex flex-col gap-0.5 empty:hidden">
        {rows.map((row) => (
          <li
            key={row.chatId}
            data-chat={row.chatId}
            className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]"
          >
            <ChatRow
              row={row}
              open={isOpen(row)}
              replace={chosen !== undefined}
              inArchive={inArchive}
              onMenu={openMenu}
            />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {menu && (
          <RowMenu
            key={menu.row.chatId}
            {...menu}
            chat={named(menu.row)}
            onMute={() => setMuted(menu.row)}
            onClosed={() => setMenu(undefined)}
          />
        )}
        {muted && <MuteChatDialog open={named(muted)} onClose={() => setMuted(undefined)} />}
      </Suspense>
    </>
  );
}
