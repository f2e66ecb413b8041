import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { archivedInput, chatsInput } from '../../../lib/lists.ts';
import { queries } from '../../../lib/queries.ts';
import { toggle } from '../../../lib/toggleQueue.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { MenuItem } from '../../../ui/Menu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type MutedChat, muteChat } from '../conversation/useOpenChat.ts';
import type { Chat } from '../message.ts';
import { changeRow, listedChats, type Pages, pinnedFirst } from './listCache.ts';

const newestFirst = (a: Chat, b: Chat): number =>
  pinnedFirst(a, b) || (b.lastMessage?.messageId ?? 0) - (a.lastMessage?.messageId ?? 0) || b.chatId - a.chatId;

/** Adds the row to a cached list in its place, or removes it. Each page but the last keeps its length. */
function place(
  client: QueryClient,
  input: ReturnType<typeof chatsInput> | typeof archivedInput,
  row: Chat,
  shown: boolean,
): void {
  const key = getQueryKey(trpc.chats.list, input, 'infinite');
  client.setQueryData<Pages>(key, (data) => {
    if (!data?.pages.length) return data;
    const others = data.pages.flatMap(({ items }) => items).filter(({ chatId }) => chatId !== row.chatId);
    const rows = shown ? [...others, row].toSorted(newestFirst) : others;
    const starts = data.pages.map((_, index) =>
      data.pages.slice(0, index).reduce((sum, { items }) => sum + items.length, 0),
    );
    return {
      ...data,
      pages: data.pages.map((page, index) => ({ ...page, items: rows.slice(starts[index], starts[index + 1]) })),
    };
  });
}

/** Shows a chat that the viewer has pinned or archived, or no longer has, in the lists where it belongs. */
function showArranged(client: QueryClient, row: Chat, state: Pick<Chat, 'pinned' | 'archived'>): void {
  const current = listedChats(client).find(({ chatId }) => chatId === row.chatId) ?? row;
  const next = { ...current, ...state };
  changeRow(client, row.chatId, () => next);
  place(client, chatsInput(''), next, !next.archived);
  place(client, archivedInput, next, next.archived);
}

/** Where a chat is for the viewer: first in the list, in its place by time, or among the archived chats. */
type Arrangement = 'pinned' | 'listed' | 'archived';

const arrangementOf = ({ pinned, archived }: Chat): Arrangement =>
  pinned ? 'pinned' : archived ? 'archived' : 'listed';

const inputs = {
  pinned: { pinned: true },
  listed: { pinned: false, archived: false },
  archived: { archived: true },
} as const;

/** Moves a chat. The change is shown immediately, and undone if the server refuses it. Archiving can be undone by the viewer. */
function arrangeChat(client: QueryClient, row: Chat, name: string, where: Arrangement): void {
  const before = arrangementOf(row);
  const show = (now: Arrangement) =>
    showArranged(client, row, { pinned: now === 'pinned', archived: now === 'archived' });
  toggle(where, {
    key: `arrange:${row.chatId}`,
    value: before,
    send: async (wanted) => arrangementOf(await api.chats.update.mutate({ chatId: row.chatId, ...inputs[wanted] })),
    onRequest: show,
    onSettled: (confirmed, error) => {
      if (error) {
        show(confirmed);
        toast(failureText(error), { variant: 'bad' });
      }
      for (const query of [
        queries.chats.list,
        queries.chats.byId,
        queries.chats.withUser,
        queries.messages.unreadCount,
      ])
        void query.invalidate();
    },
  });
  if (where !== 'archived') return;
  const undo = {
    label: t('common.undo'),
    run: () => arrangeChat(client, { ...row, pinned: false, archived: true }, name, before),
  };
  toast(t('messages.archive.done', { name }), { action: undo });
}

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
