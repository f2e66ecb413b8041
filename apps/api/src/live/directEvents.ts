import type { LiveItem } from '@kith/contracts';

/**
 * The event of a direct chat as a `message.*` event, which clients of the REST stream and of @kith/client read. Other events stay as
 * they are.
 */
export function withDirectNames(item: LiveItem): LiveItem {
  switch (item.name) {
    case 'chat.message': {
      const { message, isNew } = item;
      return message.receiver ? { name: isNew ? 'message.sent' : 'message.changed', message } : item;
    }
    case 'chat.reacted': {
      const { messageId, senderId, receiverId, reactions } = item;
      return receiverId === null ? item : { name: 'message.reacted', messageId, senderId, receiverId, reactions };
    }
    case 'chat.read': {
      const { userId: readerId, contactId: senderId, upToMessageId } = item;
      return senderId === null ? item : { name: 'message.read', readerId, senderId, upToMessageId };
    }
    case 'chat.typing':
      return { name: 'message.typing', senderId: item.userId };
    default:
      return item;
  }
}
