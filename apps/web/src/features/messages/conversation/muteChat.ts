import { api } from '../../../lib/api.ts';
import { queries } from '../../../lib/queries.ts';
import { idOfDirectChat } from './messageCache.ts';
import type { OpenChat } from './useOpenChat.ts';

/** A time so far ahead that the mute has no end in practice. */
const latestTime = '9998-12-31T00:00:00.000Z';

export type MutedChat = Pick<OpenChat, 'chat' | 'chosen' | 'name'>;

/**
 * Mutes a chat for so many seconds or, with `forever`, without an end. `null` unmutes it. A muted chat sends no pushes and the
 * badge ignores it.
 */
export async function muteChat({ chat, chosen }: MutedChat, length: number | 'forever' | null): Promise<void> {
  const chatId = chat || (await idOfDirectChat(chosen.userId ?? 0));
  const end = typeof length === 'number' ? { forSeconds: length } : { mutedUntil: length === null ? null : latestTime };
  await api.chats.update.mutate({ chatId, ...end });
  void queries.messages.unreadCount.invalidate();
  await Promise.all([
    queries.chats.list.invalidate(),
    queries.chats.byId.invalidate({ chatId }),
    queries.chats.withUser.invalidate(),
  ]);
}
