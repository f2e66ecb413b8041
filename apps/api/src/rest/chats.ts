import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of direct chats and groups. */
export const chatEndpoints: Endpoint[] = [
  {
    method: 'GET',
    url: '/chats',
    summary:
      'The caller’s chats by their last message; with `requests=true` those of strangers that wait for an answer, with `contacts=true` also those without messages with people the caller may write to.',
    procedure: (caller) => caller.chats.list,
    input: contract.chatsInput,
    output: contract.chat,
    list: true,
  },
  {
    method: 'POST',
    url: '/chats',
    summary: 'Makes a group, or gives the direct chat with one other member, the same each time.',
    procedure: (caller) => caller.chats.open,
    input: contract.openChatInput,
    output: contract.chat,
    status: 'createdOrFound',
  },
  {
    method: 'GET',
    url: '/chats/:chatId',
    summary: 'One of the caller’s chats.',
    procedure: (caller) => caller.chats.byId,
    input: contract.chatInput,
    output: contract.chat,
  },
  {
    method: 'GET',
    url: '/chats/with/:withUserId',
    summary: 'The direct chat with another member, if there is one.',
    procedure: (caller) => caller.chats.withUser,
    input: contract.withUserInput,
    output: contract.chat,
  },
  {
    method: 'PATCH',
    url: '/chats/:chatId',
    summary: 'Renames a group, with a note in it, or mutes a chat for the caller.',
    procedure: (caller) => caller.chats.update,
    input: contract.updateChatInput,
    output: contract.chat,
  },
  {
    method: 'GET',
    url: '/chats/:chatId/messages',
    summary:
      'The messages of a chat, newest first, or around one or a time; of a group those since the caller joined it.',
    procedure: (caller) => caller.chats.messages,
    input: contract.chatMessagesInput,
    output: contract.message,
    list: true,
  },
  {
    method: 'POST',
    url: '/chats/:chatId/messages',
    summary: 'Sends a message to a chat; a repeated clientId answers with the first.',
    procedure: (caller) => caller.chats.send,
    input: contract.sendToChatInput,
    output: contract.message,
    status: 'createdOrFound',
  },
  {
    method: 'PATCH',
    url: '/chats/:chatId/read',
    summary: 'Marks the messages of a chat up to one as read; again is harmless.',
    procedure: (caller) => caller.chats.markRead,
    input: contract.readChatInput,
  },
  {
    method: 'POST',
    url: '/chats/:chatId/accept',
    summary: 'Accepts a stranger’s request; again is harmless.',
    procedure: (caller) => caller.chats.acceptRequest,
    input: contract.chatInput,
  },
  {
    method: 'POST',
    url: '/chats/:chatId/decline',
    summary: 'Declines a stranger’s request, who is not notified; again is harmless.',
    procedure: (caller) => caller.chats.declineRequest,
    input: contract.chatInput,
  },
  {
    method: 'POST',
    url: '/chats/:chatId/members',
    summary: 'Adds a member to a group; again is harmless.',
    procedure: (caller) => caller.chats.addMember,
    input: contract.chatMemberInput,
    output: contract.chat,
  },
  {
    method: 'DELETE',
    url: '/chats/:chatId/members/:userId',
    summary: 'Leaves a group, or removes a member of one that the caller made; the last one out deletes it.',
    procedure: (caller) => caller.chats.removeMember,
    input: contract.chatMemberInput,
  },
];
