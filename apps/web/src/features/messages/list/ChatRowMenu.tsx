import { useTranslation } from 'react-i18next';
import Menu, { MenuPoint, type MenuPosition } from '../../../ui/Menu.tsx';
import type { MutedChat } from '../conversation/useOpenChat.ts';
import type { Chat } from '../message.ts';
import { useChatItems } from './useChatItems.tsx';

interface Props {
  row: Chat;
  chat: MutedChat;
  position: MenuPosition;
  onMute: () => void;
  onClosed: () => void;
}

/** The menu of a chat in a list. It opens at the pointer, the finger or the menu button. */
export default function ChatRowMenu({ row, chat, position, onMute, onClosed }: Props) {
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
