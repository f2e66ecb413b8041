import { api } from '../../../lib/api.ts';
import { queries } from '../../../lib/trpc.ts';
import { type ChatKey, groupOf, userOf } from '../chat.ts';

/** The id of a chat; a direct one is made unless it is there. */
export async function idOfChat(chat: ChatKey): Promise<number> {
  return groupOf(chat) ?? (await api.chats.open.mutate({ userIds: [userOf(chat) ?? 0] })).item.chatId;
}

/** Until then a chat neither pushes nor counts in the badge; null lifts that. */
export async function muteChat(chat: ChatKey, mutedUntil: string | null): Promise<void> {
  const chatId = await idOfChat(chat);
  await api.chats.update.mutate({ chatId, mutedUntil });
  void queries.messages.unreadCount.invalidate();
  await Promise.all([queries.chats.list.invalidate(), queries.chats.byId.invalidate({ chatId })]);
}
