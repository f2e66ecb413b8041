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
import { adding, limited, router, signedIn } from '../trpc.ts';

export const chats = router({
  list: signedIn.input(contract.chatsInput).query(({ ctx, input }) => listChats(ctx.domain, ctx.actor, input)),
  byId: signedIn.input(contract.chatInput).query(({ ctx, input }) => getChat(ctx.domain, ctx.actor, input)),
  withUser: signedIn.input(contract.withUserInput).query(({ ctx, input }) => getChat(ctx.domain, ctx.actor, input)),
  open: adding('chats')
    .input(contract.openChatInput)
    .mutation(({ ctx, input }) => openChat(ctx.domain, ctx.actor, input)),
  messages: signedIn
    .input(contract.chatMessagesInput)
    .query(({ ctx, input }) => listChatMessages(ctx.domain, ctx.actor, input)),
  send: adding('messages')
    .input(contract.sendToChatInput)
    .mutation(({ ctx, input }) => sendToChat(ctx.domain, ctx.actor, input)),
  markRead: signedIn
    .input(contract.readChatInput)
    .mutation(({ ctx, input }) => markChatRead(ctx.domain, ctx.actor, input)),
  update: limited('chats')
    .input(contract.updateChatInput)
    .mutation(({ ctx, input }) => updateChat(ctx.domain, ctx.actor, input)),
  acceptRequest: limited('chats')
    .input(contract.chatInput)
    .mutation(({ ctx, input }) => acceptRequest(ctx.domain, ctx.actor, input)),
  declineRequest: limited('chats')
    .input(contract.chatInput)
    .mutation(({ ctx, input }) => declineRequest(ctx.domain, ctx.actor, input)),
  addMember: adding('chats')
    .input(contract.chatMemberInput)
    .mutation(({ ctx, input }) => addMember(ctx.domain, ctx.actor, input)),
  removeMember: limited('chats')
    .input(contract.chatMemberInput)
    .mutation(({ ctx, input }) => removeMember(ctx.domain, ctx.actor, input)),
});
