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
    input: contract.messageInput,
  },
  {
    method: 'PATCH',
    url: '/messages/:messageId',
    summary: 'Edits the caller’s message, for 24 hours.',
    procedure: (caller) => caller.messages.edit,
    input: contract.editMessageInput,
    output: contract.message,
  },
  {
    method: 'DELETE',
    url: '/messages/:messageId',
    summary: 'Deletes the caller’s message for all; it stays without its words.',
    procedure: (caller) => caller.messages.delete,
    input: contract.messageInput,
    status: 204,
  },
  {
    method: 'PUT',
    url: '/messages/:messageId/reactions',
    summary: 'Reacts to a message with one emoji, as the caller; again is harmless.',
    procedure: (caller) => caller.messages.react,
    input: contract.reactionInput,
    output: contract.reactionsOutput,
  },
  {
    method: 'DELETE',
    url: '/messages/:messageId/reactions',
    summary: 'Takes the caller’s reaction back; again is harmless.',
    procedure: (caller) => caller.messages.unreact,
    input: contract.reactionInput,
    output: contract.reactionsOutput,
  },
];
