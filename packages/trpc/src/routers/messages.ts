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
import { router, signedIn } from '../trpc.ts';

export const messages = router({
  contacts: signedIn
    .meta({
      scope: 'messages',
      rest: 'GET /messages/contacts',
      summary: 'People the caller may write to, by their last message.',
      list: contract.contact,
    })
    .input(contract.contactsInput)
    .query(({ ctx, input }) => listContacts(ctx.domain, ctx.actor, input)),
  conversation: signedIn
    .meta({
      scope: 'messages',
      rest: 'GET /messages/with/:withUserId',
      summary: 'What the caller and another member wrote to each other, newest first.',
      list: contract.message,
    })
    .input(contract.conversationInput)
    .query(({ ctx, input }) => listConversation(ctx.domain, ctx.actor, input)),
  sentBy: signedIn
    .meta({
      scope: 'messages',
      rest: 'GET /messages/conversation/:senderId/:receiverId',
      summary: 'What one member sent to another; the caller is one of the two.',
      list: contract.message,
    })
    .input(contract.sentMessagesInput)
    .query(({ ctx, input }) => listSentMessages(ctx.domain, ctx.actor, input)),
  send: signedIn
    .meta({
      scope: 'messages',
      adds: 'messages',
      rest: 'POST /messages',
      summary: 'Sends a message as the caller; a repeated clientId answers with the first.',
      data: contract.message,
      status: 201,
    })
    .input(contract.sendMessageInput)
    .mutation(({ ctx, input }) => sendMessage(ctx.domain, ctx.actor, input)),
  edit: signedIn
    .meta({
      scope: 'messages',
      limit: 'messages',
      rest: 'PATCH /messages/:messageId',
      summary: 'Edits the caller’s message, for 24 hours.',
      data: contract.message,
    })
    .input(contract.editMessageInput)
    .mutation(({ ctx, input }) => editMessage(ctx.domain, ctx.actor, input)),
  delete: signedIn
    .meta({
      scope: 'messages',
      limit: 'messages',
      rest: 'DELETE /messages/:messageId',
      summary: 'Deletes the caller’s message for all; it stays without its words.',
      status: 204,
    })
    .input(contract.messageInput)
    .mutation(({ ctx, input }) => deleteMessage(ctx.domain, ctx.actor, input)),
  react: signedIn
    .meta({
      scope: 'messages',
      limit: 'reactions',
      rest: 'PUT /messages/:messageId/reactions',
      summary: 'Reacts to a message with one emoji, as the caller; again is harmless.',
      data: contract.reactionsOutput,
    })
    .input(contract.reactionInput)
    .mutation(({ ctx, input }) => addReaction(ctx.domain, ctx.actor, input)),
  unreact: signedIn
    .meta({
      scope: 'messages',
      limit: 'reactions',
      rest: 'DELETE /messages/:messageId/reactions',
      summary: 'Takes the caller’s reaction back; again is harmless.',
      data: contract.reactionsOutput,
    })
    .input(contract.reactionInput)
    .mutation(({ ctx, input }) => removeReaction(ctx.domain, ctx.actor, input)),
  markRead: signedIn
    .meta({
      scope: 'messages',
      rest: 'PATCH /messages/:messageId/read',
      summary: 'Marks a received message read; again is harmless.',
    })
    .input(contract.messageInput)
    .mutation(({ ctx, input }) => markMessageRead(ctx.domain, ctx.actor, input)),
  markConversationRead: signedIn
    .meta({
      scope: 'messages',
      rest: 'PATCH /messages/with/:withUserId/read',
      summary: 'Marks everything that the member wrote to the caller as read; again is harmless.',
    })
    .input(contract.withUserInput)
    .mutation(({ ctx, input }) => markConversationRead(ctx.domain, ctx.actor, input)),
  typing: signedIn
    .meta({
      scope: 'messages',
      limit: 'typing',
      rest: 'POST /messages/with/:withUserId/typing',
      summary: 'Tells the member that the caller is typing.',
    })
    .input(contract.withUserInput)
    .mutation(({ ctx, input }) => announceTyping(ctx.domain, ctx.actor, input)),
  search: signedIn
    .meta({
      scope: 'messages',
      limit: 'search',
      rest: 'GET /messages/search',
      summary: 'Messages of the caller’s chats, or of one, that hold the words, newest first.',
      list: contract.message,
    })
    .input(contract.searchMessagesInput)
    .query(({ ctx, input }) => searchMessages(ctx.domain, ctx.actor, input)),
  readers: signedIn
    .meta({
      scope: 'messages',
      rest: 'GET /messages/:messageId/readers',
      summary: 'Members of a group who have read a message of the caller’s.',
      list: contract.userListItem,
    })
    .input(contract.readersInput)
    .query(({ ctx, input }) => listReaders(ctx.domain, ctx.actor, input)),
  unreadCount: signedIn
    .meta({
      scope: 'messages',
      rest: 'GET /messages/unread',
      summary: 'How many messages the caller has not read, and in how many conversations.',
      data: contract.unreadMessages,
    })
    .query(({ ctx }) => countUnreadMessages(ctx.domain, ctx.actor)),
});
