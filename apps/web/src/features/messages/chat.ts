import type { OutboxPayloads } from '../../lib/outbox/payloads.ts';
import type { Member } from '../../lib/types.ts';
import type { Chat, Message, Person } from './message.ts';

/** The id of a chat; 0 stands for a direct chat that does not exist before its first message. */
export type ChatKey = number;

/** The search parameters of /messages that open a chat: a direct chat by its other member, a group by its id. */
export interface ChosenChat {
  userId?: number | undefined;
  chatId?: number | undefined;
}

/** Returns the other member of a direct chat, or undefined for a group. */
export const otherOf = ({ kind, users }: Pick<Chat, 'kind' | 'users'>, me: number): Person | undefined =>
  kind === 'direct' ? users.find(({ userId }) => userId !== me) : undefined;

/** Returns those of some members who are available, without the viewer. */
export const availableOthers = (people: readonly Person[], me: number): Member[] =>
  people.flatMap(({ userName, ...person }) =>
    userName === null || person.userId === me ? [] : [{ ...person, userName }],
  );

export function searchOf(chat: Chat, me: number): ChosenChat {
  const userId = otherOf(chat, me)?.userId;
  return userId === undefined ? { chatId: chat.chatId } : { userId };
}

/** Returns the search parameters that open the chat of a message. */
export const searchOfMessage = ({ sender, receiver, chatId }: Message, me: number): ChosenChat =>
  receiver === null ? { chatId } : { userId: sender.userId === me ? receiver.userId : sender.userId };

/**
 * Returns the name under which a chat's draft is stored. If the draft is a reply, the quoted message is stored under this name
 * with the suffix `.reply`.
 */
export const draftNameOf = ({ userId, chatId }: ChosenChat): string => `message.${userId ?? `chat.${chatId}`}`;

/** The chat of a message in the outbox: a direct chat by its other member, because the message may be the first. */
export type Recipient = Pick<OutboxPayloads['message'], 'receiverId' | 'chatId'>;

export const recipientOf = ({ userId, chatId }: ChosenChat): Recipient =>
  userId === undefined ? { chatId } : { receiverId: userId };

/** Returns whether a message in the outbox is for the chat. */
export const isFor = ({ receiverId, chatId }: Recipient, chat: ChosenChat): boolean =>
  receiverId === undefined ? chatId === chat.chatId : receiverId === chat.userId;
