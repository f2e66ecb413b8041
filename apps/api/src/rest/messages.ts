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
];
