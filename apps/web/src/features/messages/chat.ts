import type { OutboxPayloads } from '../../lib/outbox/store.ts';
import type { Message } from './message.ts';

/** The address of a chat: a direct one by the other member, a group by its id. */
export type ChatKey = `user.${number}` | `chat.${number}`;

export const directKey = (userId: number): ChatKey => `user.${userId}`;
export const groupKey = (chatId: number): ChatKey => `chat.${chatId}`;

const idAfter = (kind: string, chat: ChatKey): number | undefined =>
  chat.startsWith(kind) ? Number(chat.slice(kind.length)) : undefined;

/** The other member of a direct chat. */
export const userOf = (chat: ChatKey): number | undefined => idAfter('user.', chat);

/** The id of a group chat. */
export const groupOf = (chat: ChatKey): number | undefined => idAfter('chat.', chat);

/** The chat that a message belongs to, as the member `me` addresses it. */
export const chatOf = (me: number, { sender, receiver, chatId }: Message): ChatKey =>
  receiver === null ? groupKey(chatId) : directKey(sender.userId === me ? receiver.userId : sender.userId);

/** The chat's address, as the search parameters of /messages. */
export const searchOf = (chat: ChatKey): { userId?: number | undefined; chatId?: number | undefined } => ({
  userId: userOf(chat),
  chatId: groupOf(chat),
});

/** The name under which the chat's draft is stored. The message that the draft replies to is stored with the suffix `.reply`. */
export const draftOf = (chat: ChatKey): string => `message.${userOf(chat) ?? chat}`;

/** The chat of a pending message. Messages stored by earlier versions are all direct, so their chatId is missing. */
export type Recipient = Pick<OutboxPayloads['message'], 'receiverId' | 'chatId'>;

export const recipientOf = (chat: ChatKey): Recipient => {
  const chatId = groupOf(chat);
  return chatId === undefined ? { receiverId: userOf(chat) } : { chatId };
};

export const chatOfRecipient = ({ receiverId = 0, chatId }: Recipient): ChatKey =>
  chatId === undefined ? directKey(receiverId) : groupKey(chatId);
