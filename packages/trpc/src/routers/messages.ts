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
  markListened,
  markMessageRead,
  removeReaction,
  searchMessages,
  sendMessage,
} from '@kith/domain';
import { protectedProcedure, router } from '../trpc.ts';

export const messages = router({
  contacts: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'GET /messages/contacts',
      summary: 'Lists the members whom the caller may write to, newest message first.',
      list: contract.contact,
    })
    .input(contract.contactsInput)
    .query(({ ctx, input }) => listContacts(ctx.domain, ctx.actor, input)),
  conversation: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'GET /messages/with/:withUserId',
      summary: 'Lists the messages between the caller and another member, newest first.',
      list: contract.message,
    })
    .input(contract.conversationInput)
    .query(({ ctx, input }) => listConversation(ctx.domain, ctx.actor, input)),
  sentBy: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'GET /messages/conversation/:senderId/:receiverId',
      summary: 'Lists the messages that one member sent to another, newest first. The caller must be one of the two.',
      list: contract.message,
    })
    .input(contract.sentMessagesInput)
    .query(({ ctx, input }) => listSentMessages(ctx.domain, ctx.actor, input)),
  send: protectedProcedure
    .meta({
      scope: 'messages',
      createLimit: 'messages',
      rest: 'POST /messages',
      summary: 'Sends a direct message. A repeated `clientId` returns the first message.',
      data: contract.message,
      status: 201,
    })
    .input(contract.sendMessageInput)
    .mutation(({ ctx, input }) => sendMessage(ctx.domain, ctx.actor, input)),
  edit: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'messages',
      rest: 'PATCH /messages/:messageId',
      summary: 'Edits the caller’s message, up to 24 hours after it was sent.',
      data: contract.message,
    })
    .input(contract.editMessageInput)
    .mutation(({ ctx, input }) => editMessage(ctx.domain, ctx.actor, input)),
  delete: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'messages',
      rest: 'DELETE /messages/:messageId',
      summary: 'Deletes the caller’s message for everybody. The message stays, without its text.',
      status: 204,
    })
    .input(contract.messageInput)
    .mutation(({ ctx, input }) => deleteMessage(ctx.domain, ctx.actor, input)),
  react: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'reactions',
      rest: 'PUT /messages/:messageId/reactions',
      summary: 'Adds the caller’s reaction, one emoji, to a message. Idempotent.',
      data: contract.reactionsOutput,
    })
    .input(contract.reactionInput)
    .mutation(({ ctx, input }) => addReaction(ctx.domain, ctx.actor, input)),
  unreact: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'reactions',
      rest: 'DELETE /messages/:messageId/reactions',
      summary: 'Removes the caller’s reaction. Idempotent.',
      data: contract.reactionsOutput,
    })
    .input(contract.reactionInput)
    .mutation(({ ctx, input }) => removeReaction(ctx.domain, ctx.actor, input)),
  markRead: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'PATCH /messages/:messageId/read',
      summary: 'Marks a received message as read. Idempotent.',
    })
    .input(contract.messageInput)
    .mutation(({ ctx, input }) => markMessageRead(ctx.domain, ctx.actor, input)),
  markListened: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'PATCH /messages/:messageId/listened',
      summary: 'Marks a received voice message of a direct chat as listened to. Idempotent.',
    })
    .input(contract.messageInput)
    .mutation(({ ctx, input }) => markListened(ctx.domain, ctx.actor, input)),
  markConversationRead: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'PATCH /messages/with/:withUserId/read',
      summary: 'Marks all messages from the member to the caller as read. Idempotent.',
    })
    .input(contract.withUserInput)
    .mutation(({ ctx, input }) => markConversationRead(ctx.domain, ctx.actor, input)),
  typing: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'typing',
      rest: 'POST /messages/with/:withUserId/typing',
      summary: 'Notifies the member that the caller is typing.',
    })
    .input(contract.withUserInput)
    .mutation(({ ctx, input }) => announceTyping(ctx.domain, ctx.actor, input)),
  search: protectedProcedure
    .meta({
      scope: 'messages',
      limit: 'search',
      rest: 'GET /messages/search',
      summary:
        'Searches the messages of all or one of the caller’s chats. Results contain all words of the query, newest first.',
      list: contract.message,
    })
    .input(contract.searchMessagesInput)
    .query(({ ctx, input }) => searchMessages(ctx.domain, ctx.actor, input)),
  readers: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'GET /messages/:messageId/readers',
      summary: 'Lists the members of a group who have read a message by the caller.',
      list: contract.userListItem,
    })
    .input(contract.readersInput)
    .query(({ ctx, input }) => listReaders(ctx.domain, ctx.actor, input)),
  unreadCount: protectedProcedure
    .meta({
      scope: 'messages',
      rest: 'GET /messages/unread',
      summary: 'Counts the caller’s unread messages, and the conversations that contain them.',
      data: contract.unreadMessages,
    })
    .query(({ ctx }) => countUnreadMessages(ctx.domain, ctx.actor)),
});
