import { useQueryClient } from '@tanstack/react-query';
import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure.ts';
import type { MenuItem } from '../../../ui/Menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type MutedChat, muteChat } from '../conversation/useOpenChat.ts';
import type { Chat } from '../message.ts';
import { type Arrangement, arrangeChat } from './arrangeChat.ts';

interface Options {
  chat: MutedChat;
  /** Null if the chat does not exist yet. */
  row: Chat | null;
  onMute: () => void;
  onArranged?: (where: Arrangement) => void;
}

/** Returns the menu entries that pin, archive and mute a chat, or end that. A stranger's request is neither pinned nor archived. */
export function useChatItems({ chat, row, onMute, onArranged }: Options): MenuItem[] {
  const { t } = useTranslation();
  const client = useQueryClient();
  const unmute = async () => {
    try {
      await muteChat(chat, null);
      toast(t('messages.mute.unmuted', { name: chat.name }), { variant: 'good' });
    } catch (failure) {
      toast(failureText(failure), { variant: 'bad' });
    }
  };
  const move = (label: string, icon: MenuItem['icon'], where: Arrangement): MenuItem => ({
    label,
    icon,
    onSelect: () => {
      if (row) arrangeChat(client, row, chat.name, where);
      onArranged?.(where);
    },
  });
  return [
    ...(row && !row.request
      ? [
          row.pinned ? move(t('messages.unpin'), PinOff, 'listed') : move(t('messages.pin'), Pin, 'pinned'),
          row.archived
            ? move(t('messages.archive.lift'), ArchiveRestore, 'listed')
            : move(t('messages.archive.do'), Archive, 'archived'),
        ]
      : []),
    row?.mutedUntil
      ? { label: t('messages.mute.lift'), icon: Bell, onSelect: () => void unmute() }
      : { label: t('messages.mute.title'), icon: BellOff, opens: true, onSelect: onMute },
  ];
}
