import type { LiveEvent } from './live.ts';

// The previous version knows events of direct chats under names of their own. While it may run beside this one, they have those
// names between servers, with what this version needs beside what that one reads. The next version publishes them as they are.

/** The event as servers of the previous version understand it. */
export function toFormer(event: LiveEvent): LiveEvent {
  const { to } = event;
  switch (event.name) {
    case 'chat.message': {
      const { receiverId, isNew } = event.payload;
      if (receiverId === null) return event;
      return { name: isNew ? 'message.sent' : 'message.changed', to, payload: { ...event.payload, receiverId } };
    }
    case 'chat.reacted': {
      const { receiverId } = event.payload;
      return receiverId === null ? event : { name: 'message.reacted', to, payload: { ...event.payload, receiverId } };
    }
    case 'chat.read': {
      const { chatId, userId: readerId, contactId: senderId, upToMessageId } = event.payload;
      if (senderId === null) return event;
      return { name: 'message.read', to, payload: { chatId, readerId, senderId, upToMessageId } };
    }
    case 'chat.typing': {
      const { chatId, userId: senderId, contactId: receiverId } = event.payload;
      return { name: 'message.typing', to, payload: { chatId, senderId, receiverId } };
    }
    default:
      return event;
  }
}

/** The event of a direct chat as this version names it; the previous version does not say the chat, which `chatOf` finds. */
export async function fromFormer(
  event: LiveEvent,
  chatOf: (one: number, other: number) => Promise<number>,
): Promise<LiveEvent> {
  const { to } = event;
  const of = async ({ chatId, senderId, receiverId }: { chatId?: number; senderId: number; receiverId: number }) => ({
    chatId: chatId ?? (await chatOf(senderId, receiverId)),
    senderId,
    receiverId,
  });
  switch (event.name) {
    case 'message.sent':
    case 'message.changed': {
      const { messageId } = event.payload;
      const payload = { ...(await of(event.payload)), messageId, isNew: event.name === 'message.sent' };
      return { name: 'chat.message', to, payload };
    }
    case 'message.reacted':
      return {
        name: 'chat.reacted',
        to,
        payload: { ...(await of(event.payload)), messageId: event.payload.messageId },
      };
    case 'message.read': {
      const { readerId: userId, senderId: contactId, upToMessageId } = event.payload;
      const { chatId } = await of({ ...event.payload, receiverId: userId });
      return { name: 'chat.read', to, payload: { chatId, userId, contactId, upToMessageId } };
    }
    case 'message.typing': {
      const { chatId, senderId: userId, receiverId: contactId } = await of(event.payload);
      return { name: 'chat.typing', to, payload: { chatId, userId, contactId } };
    }
    default:
      return event;
  }
}
