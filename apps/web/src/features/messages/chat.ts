import type { OutboxPayloads } from '../../lib/outbox/payloads.ts';
import type { Message } from './message.ts';

/** Identifies a chat: a direct chat by the user id of the other member, a group by the id of the chat. */
export type ChatKey = `user.${number}` | `chat.${number}`;

export const directKey = (userId: number): ChatKey => `user.${userId}`;
export const groupKey = (chatId: number): ChatKey => `chat.${chatId}`;

const idAfter = (kind: string, chat: ChatKey): number | undefined =>
  chat.startsWith(kind) ? Number(chat.slice(kind.length)) : undefined;

/** Returns the user id of the other member, or undefined for a group. */
export const userOf = (chat: ChatKey): number | undefined => idAfter('user.', chat);

/** Returns the chat id of a group, or undefined for a direct chat. */
export const groupOf = (chat: ChatKey): number | undefined => idAfter('chat.', chat);

/** Returns the key of the chat that a message belongs to, from the view of the member `me`. */
export const chatOf = (me: number, { sender, receiver, chatId }: Message): ChatKey =>
  receiver === null ? groupKey(chatId) : directKey(sender.userId === me ? receiver.userId : sender.userId);

/** Returns the search parameters of /messages that open the chat. */
export const searchOf = (chat: ChatKey): { userId?: number | undefined; chatId?: number | undefined } => ({
  userId: userOf(chat),
  chatId: groupOf(chat),
});

/**
 * Returns the name under which a chat's draft is stored. If the draft is a reply, the quoted message is stored under this name
 * with the suffix `.reply`.
 */
export const draftOf = (chat: ChatKey): string => `message.${userOf(chat) ?? chat}`;

/** The chat of a message in the outbox. Messages that earlier versions stored are all direct and have no chatId. */
export type Recipient = Pick<OutboxPayloads['message'], 'receiverId' | 'chatId'>;

export const recipientOf = (chat: ChatKey): Recipient => {
  const chatId = groupOf(chat);
  return chatId === undefined ? { receiverId: userOf(chat) } : { chatId };
};

export const chatOfRecipient = ({ receiverId = 0, chatId }: Recipient): ChatKey =>
  chatId === undefined ? directKey(receiverId) : groupKey(chatId);
