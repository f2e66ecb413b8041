import * as contract from '@kith/contracts';
import {
  acceptRequest,
  addMember,
  declineRequest,
  getChat,
  listChatMessages,
  listChats,
  markChatRead,
  openChat,
  removeMember,
  sendToChat,
  updateChat,
} from '@kith/domain';
import { router, signedIn } from '../trpc.ts';

export const chats = router({
  list: signedIn
    .meta({
      scope: 'messages',
      rest: 'GET /chats',
      summary:
        'The caller’s chats by their last message; with `requests=true` those of strangers that wait for an answer, with `contacts=true` also those without messages with people the caller may write to.',
      list: contract.chat,
    })
    .input(contract.chatsInput)
    .query(({ ctx, input }) => listChats(ctx.domain, ctx.actor, input)),
  byId: signedIn
    .meta({ scope: 'messages', rest: 'GET /chats/:chatId', summary: 'One of the caller’s chats.', data: contract.chat })
    .input(contract.chatInput)
    .query(({ ctx, input }) => getChat(ctx.domain, ctx.actor, input)),
  withUser: signedIn
    .meta({
      scope: 'messages',
      rest: 'GET /chats/with/:withUserId',
      summary: 'The direct chat with another member, if there is one.',
      data: contract.chat,
    })
    .input(contract.withUserInput)
    .query(({ ctx, input }) => getChat(ctx.domain, ctx.actor, input)),
  open: signedIn
    .meta({
      scope: 'messages',
      adds: 'chats',
      rest: 'POST /chats',
      summary: 'Makes a group, or gives the direct chat with one other member, the same each time.',
      data: contract.chat,
      status: 'createdOrFound',
    })
    .input(contract.openChatInput)
    .mutation(({ ctx, input }) => openChat(ctx.domain, ctx.actor, input)),
  messages: signedIn
    .meta({
      scope: 'messages',
      rest: 'GET /chats/:chatId/messages',
      summary:
        'The messages of a chat, newest first, or around one or a time; of a group those since the caller joined it.',
      list: contract.message,
    })
    .input(contract.chatMessagesInput)
    .query(({ ctx, input }) => listChatMessages(ctx.domain, ctx.actor, input)),
  send: signedIn
    .meta({
      scope: 'messages',
      adds: 'messages',
      rest: 'POST /chats/:chatId/messages',
      summary: 'Sends a message to a chat; a repeated clientId answers with the first.',
      data: contract.message,
      status: 'createdOrFound',
    })
    .input(contract.sendToChatInput)
    .mutation(({ ctx, input }) => sendToChat(ctx.domain, ctx.actor, input)),
  markRead: signedIn
    .meta({
      scope: 'messages',
      rest: 'PATCH /chats/:chatId/read',
      summary: 'Marks the messages of a chat up to one as read; again is harmless.',
    })
    .input(contract.readChatInput)
    .mutation(({ ctx, input }) => markChatRead(ctx.domain, ctx.actor, input)),
  update: signedIn
    .meta({
      scope: 'messages',
      limit: 'chats',
      rest: 'PATCH /chats/:chatId',
      summary: 'Renames a group, with a note in it, or mutes a chat for the caller.',
      data: contract.chat,
    })
    .input(contract.updateChatInput)
    .mutation(({ ctx, input }) => updateChat(ctx.domain, ctx.actor, input)),
  acceptRequest: signedIn
    .meta({
      scope: 'messages',
      limit: 'chats',
      rest: 'POST /chats/:chatId/accept',
      summary: 'Accepts a stranger’s request; again is harmless.',
    })
    .input(contract.chatInput)
    .mutation(({ ctx, input }) => acceptRequest(ctx.domain, ctx.actor, input)),
  declineRequest: signedIn
    .meta({
      scope: 'messages',
      limit: 'chats',
      rest: 'POST /chats/:chatId/decline',
      summary: 'Declines a stranger’s request, who is not notified; again is harmless.',
    })
    .input(contract.chatInput)
    .mutation(({ ctx, input }) => declineRequest(ctx.domain, ctx.actor, input)),
  addMember: signedIn
    .meta({
      scope: 'messages',
      adds: 'chats',
      rest: 'POST /chats/:chatId/members',
      summary: 'Adds a member to a group; again is harmless.',
      data: contract.chat,
    })
    .input(contract.chatMemberInput)
    .mutation(({ ctx, input }) => addMember(ctx.domain, ctx.actor, input)),
  removeMember: signedIn
    .meta({
      scope: 'messages',
      limit: 'chats',
      rest: 'DELETE /chats/:chatId/members/:userId',
      summary: 'Leaves a group, or removes a member of one that the caller made; the last one out deletes it.',
    })
    .input(contract.chatMemberInput)
    .mutation(({ ctx, input }) => removeMember(ctx.domain, ctx.actor, input)),
});
