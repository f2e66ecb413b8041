import * as contract from '@kith/contracts';
import {
  addReaction,
  announceTyping,
  countUnreadMessages,
  deleteMessage,
  editMessage,
  listContacts,
  listConversation,
  listReaders,
  listSentMessages,
  markConversationRead,
  markMessageRead,
  removeReaction,
  searchMessages,
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
  edit: limited('messages')
    .input(contract.editMessageInput)
    .mutation(({ ctx, input }) => editMessage(ctx.domain, ctx.actor, input)),
  delete: limited('messages')
    .input(contract.messageInput)
    .mutation(({ ctx, input }) => deleteMessage(ctx.domain, ctx.actor, input)),
  react: limited('reactions')
    .input(contract.reactionInput)
    .mutation(({ ctx, input }) => addReaction(ctx.domain, ctx.actor, input)),
  unreact: limited('reactions')
    .input(contract.reactionInput)
    .mutation(({ ctx, input }) => removeReaction(ctx.domain, ctx.actor, input)),
  markRead: signedIn
    .input(contract.messageInput)
    .mutation(({ ctx, input }) => markMessageRead(ctx.domain, ctx.actor, input)),
  markConversationRead: signedIn
    .input(contract.withUserInput)
    .mutation(({ ctx, input }) => markConversationRead(ctx.domain, ctx.actor, input)),
  typing: limited('typing')
    .input(contract.withUserInput)
    .mutation(({ ctx, input }) => announceTyping(ctx.domain, ctx.actor, input)),
  search: limited('search')
    .input(contract.searchMessagesInput)
    .query(({ ctx, input }) => searchMessages(ctx.domain, ctx.actor, input)),
  readers: signedIn.input(contract.readersInput).query(({ ctx, input }) => listReaders(ctx.domain, ctx.actor, input)),
  unreadCount: signedIn.query(({ ctx }) => countUnreadMessages(ctx.domain, ctx.actor)),
});
