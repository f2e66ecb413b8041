import * as contract from '@kith/contracts';
import type { Door } from './door.ts';

/** Messages, at SPEC section 7's paths. */
export const messageDoors: Door[] = [
  {
    method: 'GET',
    url: '/messages/conversation/:senderId/:receiverId',
    summary: 'What one member sent to another; the caller is one of the two.',
    procedure: (caller) => caller.messages.sentBy,
    input: contract.sentMessagesInput,
    output: contract.message,
    list: true,
  },
  {
    method: 'POST',
    url: '/messages',
    summary: 'Sends a message as the caller; a repeated clientId answers with the first.',
    procedure: (caller) => caller.messages.send,
    input: contract.sendMessageInput,
    output: contract.message,
    status: 201,
  },
  {
    method: 'PATCH',
    url: '/messages/:messageId/read',
    summary: 'Marks a received message read; again is harmless.',
    procedure: (caller) => caller.messages.markRead,
    input: contract.readMessageInput,
  },
  {
    method: 'GET',
    url: '/messages/contacts',
    summary: 'People the caller may write to, by their last message.',
    procedure: (caller) => caller.messages.contacts,
    input: contract.contactsInput,
    output: contract.contact,
    list: true,
  },
  {
    method: 'GET',
    url: '/messages/unread',
    summary: 'How many messages the caller has not read, and in how many conversations.',
    procedure: (caller) => caller.messages.unreadCount as never,
    output: contract.unreadMessages,
  },
  {
    method: 'GET',
    url: '/messages/with/:withUserId',
    summary: 'What the caller and another member wrote to each other, newest first.',
    procedure: (caller) => caller.messages.conversation,
    input: contract.conversationInput,
    output: contract.message,
    list: true,
  },
  {
    method: 'PATCH',
    url: '/messages/with/:withUserId/read',
    summary: 'Marks everything that the member wrote to the caller as read; again is harmless.',
    procedure: (caller) => caller.messages.markConversationRead,
    input: contract.withUserInput,
  },
  {
    method: 'POST',
    url: '/messages/with/:withUserId/typing',
    summary: 'Tells the member that the caller is typing.',
    procedure: (caller) => caller.messages.typing,
    input: contract.withUserInput,
  },
];
