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
import { protectedProcedure, router } from '../trpc.ts';

export const chats = router({
  list: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'GET /chats',
      summary:
        'Lists the caller’s chats, pinned ones first, then newest message first. With `requests=true`, only chats that strangers started and the caller has not answered; with `archived=true`, only chats that the caller has archived; with `contacts=true`, also chats without messages, with members whom the caller may write to.',
      list: contract.chat,
    })
    .input(contract.chatsInput)
    .query(({ ctx, input }) => listChats(ctx.domain, ctx.actor, input)),
  byId: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'GET /chats/:chatId',
      summary: 'Returns one of the caller’s chats.',
      data: contract.chat,
    })
    .input(contract.chatInput)
    .query(({ ctx, input }) => getChat(ctx.domain, ctx.actor, input)),
  withUser: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'GET /chats/with/:withUserId',
      summary: 'Returns the caller’s direct chat with another member, if there is one.',
      data: contract.chat,
    })
    .input(contract.withUserInput)
    .query(({ ctx, input }) => getChat(ctx.domain, ctx.actor, input)),
  open: protectedProcedure
    .meta({
      scope: 'messages',
      createLimit: 'chats',
      rest: 'POST /chats',
      summary: 'Opens the direct chat with one member, which is the same each time, or creates a group with several.',
      data: contract.chat,
      status: 'createdOrFound',
    })
    .input(contract.openChatInput)
    .mutation(({ ctx, input }) => openChat(ctx.domain, ctx.actor, input)),
  messages: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'GET /chats/:chatId/messages',
      summary:
        'Lists the messages of a chat, newest first, or those around a message or a time. In a group, only messages since the caller joined.',
      list: contract.message,
    })
    .input(contract.chatMessagesInput)
    .query(({ ctx, input }) => listChatMessages(ctx.domain, ctx.actor, input)),
  send: protectedProcedure
    .meta({
      scope: 'messages',
      createLimit: 'messages',
      rest: 'POST /chats/:chatId/messages',
      summary: 'Sends a message to a chat. A repeated `clientId` returns the first message.',
      data: contract.message,
      status: 'createdOrFound',
    })
    .input(contract.sendToChatInput)
    .mutation(({ ctx, input }) => sendToChat(ctx.domain, ctx.actor, input)),
  markRead: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'PATCH /chats/:chatId/read',
      summary: 'Marks the messages of a chat up to the given one as read. Idempotent.',
    })
    .input(contract.readChatInput)
    .mutation(({ ctx, input }) => markChatRead(ctx.domain, ctx.actor, input)),
  update: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'chats',
      rest: 'PATCH /chats/:chatId',
      summary:
        'Renames a group, which adds an event to the group, or mutes, pins or archives a chat for the caller. A new message ends the archiving.',
      data: contract.chat,
    })
    .input(contract.updateChatInput)
    .mutation(({ ctx, input }) => updateChat(ctx.domain, ctx.actor, input)),
  acceptRequest: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'chats',
      rest: 'POST /chats/:chatId/accept',
      summary: 'Accepts a chat that a stranger started. Idempotent.',
    })
    .input(contract.chatInput)
    .mutation(({ ctx, input }) => acceptRequest(ctx.domain, ctx.actor, input)),
  declineRequest: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'chats',
      rest: 'POST /chats/:chatId/decline',
      summary: 'Declines a chat that a stranger started, without notifying the stranger. Idempotent.',
    })
    .input(contract.chatInput)
    .mutation(({ ctx, input }) => declineRequest(ctx.domain, ctx.actor, input)),
  addMember: protectedProcedure
    .meta({
      scope: 'messages',
      createLimit: 'chats',
      rest: 'POST /chats/:chatId/members',
      summary: 'Adds a member to a group. Idempotent.',
      data: contract.chat,
    })
    .input(contract.chatMemberInput)
    .mutation(({ ctx, input }) => addMember(ctx.domain, ctx.actor, input)),
  removeMember: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'chats',
      rest: 'DELETE /chats/:chatId/members/:userId',
      summary:
        'Leaves a group, or removes another member, which only the group’s creator may. The group is deleted when its last member leaves.',
    })
    .input(contract.chatMemberInput)
    .mutation(({ ctx, input }) => removeMember(ctx.domain, ctx.actor, input)),
});
