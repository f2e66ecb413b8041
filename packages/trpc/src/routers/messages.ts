import * as contract from '@kith/contracts';
import {
  announceTyping,
  countUnreadMessages,
  listContacts,
  listConversation,
  listSentMessages,
  markConversationRead,
  markMessageRead,
  sendMessage,
} from '@kith/domain';
import { adding, limited, router, signedIn } from '../trpc.ts';

export const messages = router({
  contacts: signedIn
    .input(contract.contactsInput)
    .query(({ ctx, input }) => listContacts(ctx.domain, ctx.actor, input)),
  conversation: signedIn
    .input(contract.conversationInput)
    .query(({ ctx, input }) => listConversation(ctx.domain, ctx.actor, input)),
  sentBy: signedIn
    .input(contract.sentMessagesInput)
    .query(({ ctx, input }) => listSentMessages(ctx.domain, ctx.actor, input)),
  send: adding('messages')
    .input(contract.sendMessageInput)
    .mutation(({ ctx, input }) => sendMessage(ctx.domain, ctx.actor, input)),
  markRead: signedIn
    .input(contract.readMessageInput)
    .mutation(({ ctx, input }) => markMessageRead(ctx.domain, ctx.actor, input)),
  markConversationRead: signedIn
    .input(contract.withUserInput)
    .mutation(({ ctx, input }) => markConversationRead(ctx.domain, ctx.actor, input)),
  typing: limited('typing')
    .input(contract.withUserInput)
    .mutation(({ ctx, input }) => announceTyping(ctx.domain, ctx.actor, input)),
  unreadCount: signedIn.query(({ ctx }) => countUnreadMessages(ctx.domain, ctx.actor)),
});
