import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queries } from '../../../lib/queries.ts';
import type { ChatKey } from '../chat.ts';
import { idOfChat } from './messageCache.ts';

/** Mutes a chat until the given time, or unmutes it if that is null. A muted chat sends no pushes and the badge ignores it. */
export async function muteChat(client: QueryClient, chat: ChatKey, mutedUntil: string | null): Promise<void> {
  const chatId = await idOfChat(client, chat);
  await api.chats.update.mutate({ chatId, mutedUntil });
  void queries.messages.unreadCount.invalidate();
  await Promise.all([queries.chats.list.invalidate(), queries.chats.byId.invalidate({ chatId })]);
}
