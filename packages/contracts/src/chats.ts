import * as z from 'zod/mini';
import {
  clientId,
  count,
  givenTime,
  id,
  key,
  muteSeconds,
  nameText,
  pageInput,
  storable,
  time,
  visible,
} from './common.ts';
import { mediaKind } from './images.ts';
import { maxChatMembers, maxLengths } from './lengths.ts';
import { preview } from './linkPreviews.ts';
import { chatEvent, nameQuery } from './messages.ts';
import { pollInput } from './polls.ts';
import { searchQuery } from './search.ts';
import { userSummary } from './users.ts';

/**
 * A direct chat or a group, as one of its members sees it. `users` are all its members, including the caller. A member's
 * `userName` is null if the member is deleted, or if there is a block between the member and the caller. `joinedAt` is null in
 * these two cases, and in direct chats.
 */
export const chat = z.object({
  chatId: id,
  kind: z.enum(['direct', 'group']),
  name: z.nullable(z.string()),
  /**
   * The address of a group's picture. It ends in /256.webp, followed by a signature that is valid for this caller only; /128.webp
   * and /512.webp are in the same folder.
   */
  picture: z.nullable(z.string()),
  /** The member who may remove others from a group. */
  makerId: z.nullable(id),
  users: z.array(z.extend(userSummary, { userName: z.nullable(z.string()), joinedAt: z.nullable(time) })),
  lastMessage: z.nullable(
    z.object({
      messageId: id,
      content: z.string(),
      createdAt: time,
      senderId: id,
      deleted: z.boolean(),
      event: z.nullable(chatEvent),
      subjectId: z.nullable(id),
      /** Whether the newest message has a picture, a video or a voice message; `media` says which. */
      picture: z.boolean(),
      media: z.nullable(mediaKind),
      /** Whether the newest message contains a post. */
      post: z.boolean(),
    }),
  ),
  unreadCount: count,
  /** Whether an unread message of the group mentions the caller. */
  mentioned: z.boolean(),
  /** Whether a stranger started the chat and the caller has not answered yet. */
  request: z.boolean(),
  mutedUntil: z.nullable(time),
  /** Whether the caller has pinned the chat, so that it comes first in the caller's list. */
  pinned: z.boolean(),
  /** Whether the caller has archived the chat. The next message ends that. */
  archived: z.boolean(),
});
export type ChatView = z.output<typeof chat>;

const chatName = nameText(maxLengths.chatName);

/** With one other member, opens their direct chat; with several, creates a group, which needs a name. */
export const openChatInput = z
  .object({
    userIds: z
      .array(id, key('invalid-input'))
      .check(z.minLength(1, key('invalid-input')), z.maxLength(maxChatMembers - 1, key('invalid-input'))),
    name: z.optional(chatName),
  })
  .check(
    z.refine(({ userIds, name }) => new Set(userIds).size < 2 || name !== undefined, {
      ...{ message: key('name-required') },
      path: ['name'],
    }),
  );

export const chatInput = z.object({ chatId: id });
/**
 * The caller's chats, pinned ones first, then newest message first. With `requests`, only chats that strangers started and that the
 * caller has not answered; without it, these chats are omitted. With `archived`, only chats that the caller has archived; without it,
 * these are listed only if `query` is given. With `contacts`, also chats without messages, with members whom the caller
 * follows or who follow the caller. `query` is part of the name of a group or of the other member.
 */
export const chatsInput = z.extend(pageInput, {
  requests: z.optional(z.boolean(key('invalid-input'))),
  archived: z.optional(z.boolean(key('invalid-input'))),
  contacts: z.optional(z.boolean(key('invalid-input'))),
  query: nameQuery,
});
/**
 * Messages of a chat, newest first; `afterMessageId` restricts them to newer ones. With `aroundMessageId`, one half of the page
 * is that message and older ones, and the other half is newer ones. `aroundTime` selects the page around the first message since
 * that time.
 */
export const chatMessagesInput = z.extend(pageInput, {
  chatId: id,
  afterMessageId: z.optional(id),
  aroundMessageId: z.optional(id),
  aroundTime: z.optional(givenTime),
});
export const sendToChatInput = z
  .object({
    chatId: id,
    /** The text, which may be empty only if a post is sent. */
    content: z._default(
      z
        .string(key('message-required'))
        .check(storable('text-not-storable'), visible(), z.maxLength(maxLengths.message, key('message-too-long'))),
      '',
    ),
    clientId: z.optional(clientId),
    /** The message of the same chat that the new one replies to. */
    replyToId: z.nullish(id),
    /** A post that the caller sees; members who may not see it do not see it in the chat either. */
    postId: z.nullish(id),
    preview,
    /** A poll, whose question is `content`. */
    poll: z.optional(pollInput),
  })
  .check(
    z.refine(({ content, postId, poll }) => content !== '' || (postId != null && !poll), {
      ...{ message: key('message-required') },
      path: ['content'],
    }),
  );
export const updateChatInput = z
  .object({
    chatId: id,
    name: z.optional(chatName),
    /**
     * The time until which the chat is muted for the caller; null unmutes it. A muted chat sends no pushes and is not counted in
     * the badge, except for mentions in a group.
     */
    mutedUntil: z.nullish(givenTime),
    /** How long the chat is muted, in place of `mutedUntil`. */
    forSeconds: z.optional(muteSeconds),
    /** Whether the chat comes first in the caller's list. A pinned chat is not archived any more. */
    pinned: z.optional(z.boolean(key('invalid-input'))),
    /** Whether the chat is left out of the caller's list until the next message. An archived chat is not pinned any more. */
    archived: z.optional(z.boolean(key('invalid-input'))),
  })
  .check(
    z.refine(({ pinned, archived }) => !(pinned && archived), {
      ...{ message: key('invalid-input') },
      path: ['archived'],
    }),
  );
export type UpdateChat = z.output<typeof updateChatInput>;
/** Messages that contain all words of the query, in one chat or in all. */
export const searchMessagesInput = z.extend(pageInput, { query: searchQuery, chatId: z.optional(id) });
export const chatMemberInput = z.object({ chatId: id, userId: id });
export const readChatInput = z.object({ chatId: id, messageId: id });
