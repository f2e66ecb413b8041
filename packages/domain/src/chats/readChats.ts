import { type ChatView, type ContactView, foldName, type Page } from '@kith/contracts';
import {
  type ChatParameters,
  type ChatRow,
  type ContactRow,
  chatListQueries,
  chatQueries,
  contactQueries,
  type Examined,
  type MembershipRow,
} from '@kith/db';
import type { Actor, Context, DomainSettings } from '../context.ts';
import { chatCursor, idCursor, idPairCursor, maxId, type PageInput } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { type PictureAddresses, pictureAddresses } from '../images/pictureAddresses.ts';
import { pictureUrl } from '../users/userView.ts';
import { visiblePage } from '../visiblePage.ts';

const lastMessageOf = (row: ChatRow): ChatView['lastMessage'] =>
  row.content === null || row.created_at === null || row.sender_id === null
    ? null
    : {
        messageId: row.last_message_id,
        content: row.content,
        createdAt: row.created_at,
        senderId: row.sender_id,
        deleted: row.deleted_at !== null,
        event: row.event,
        subjectId: row.subject_id,
        picture: row.picture,
        media: row.media,
        post: row.post,
      };

/** The URL of a group's picture, signed for this reader only. */
function groupPicture(address: PictureAddresses, key: string | null, viewer: number): string | null {
  if (key === null) return null;
  const { folder, query } = address(key, false, viewer);
  return `${folder}/256.webp${query}`;
}

const chatView = (settings: DomainSettings, address: PictureAddresses, row: ChatRow, viewer: number): ChatView => ({
  chatId: row.id,
  kind: row.kind,
  name: row.name,
  picture: groupPicture(address, row.picture_key, viewer),
  makerId: row.kind === 'group' ? row.maker_id : null,
  users: row.people.map(
    ({ id, user_name: userName, display_name: displayName, picture_key: key, joined_at: joinedAt }) => ({
      userId: id,
      userName,
      displayName,
      profilePicture: pictureUrl(settings, key),
      joinedAt: joinedAt === null ? null : new Date(joinedAt).toISOString(),
    }),
  ),
  lastMessage: lastMessageOf(row),
  unreadCount: row.unread_count,
  mentioned: row.mentioned,
  request: row.request,
  mutedUntil: row.muted_until,
  pinned: row.pinned,
  archived: row.archived,
});

/**
 * Returns the caller's membership of a chat: its kind, its creator, the other member of a direct chat, and what the members of
 * a group have read. Throws `not-found` for callers who are not in the chat.
 */
export async function membershipOf(ctx: Context, actor: Actor, chatId: number): Promise<MembershipRow> {
  const [membership] = await ctx.db.run(chatQueries.membership, [actor.userId, chatId]);
  if (!membership) throw new Refusal('not-found');
  return membership;
}

/** A chat by its id, or the direct chat with another member. */
export type ChatReference = { chatId: number } | { withUserId: number };

/** The two parameters with which statements identify a chat: its id or the other member's id, of which one is null. */
export const chatParameters = (chat: ChatReference): ChatParameters =>
  'chatId' in chat ? [chat.chatId, null] : [null, chat.withUserId];

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** The pattern of names that contain the text; null for all names. */
function patternOf(text = ''): string | null {
  const query = text.trim().toLowerCase();
  return query === '' || query.includes('\u0000') ? null : `%${escapeLike(query)}%`;
}

/** The same for names without case and accents. */
const plainPatternOf = (text = ''): string | null => patternOf(foldName(text));

interface ListChatsInput extends PageInput {
  /** Whether to list only chats that strangers have started and the caller has not answered. */
  requests?: boolean | undefined;
  /** Whether to list only chats that the caller has archived. */
  archived?: boolean | undefined;
  /** Whether to add direct chats without messages, with members who follow the caller or whom the caller follows. */
  contacts?: boolean | undefined;
  query?: string | undefined;
}

/**
 * The caller's chats, pinned ones first, then by their newest message; `query` is part of a name. Archived chats are listed only if
 * `archived` or `query` is given.
 */
export async function listChats(
  ctx: Context,
  actor: Actor,
  { requests, archived, contacts = false, query, ...page }: ListChatsInput,
): Promise<Page<ChatView>> {
  const { userId } = actor;
  const address = await pictureAddresses(ctx);
  const view = (row: ChatRow & Examined) => chatView(ctx.settings, address, row, userId);
  if (requests)
    return visiblePage(page, {
      key: idCursor,
      read: (lastMessageId, rows) => ctx.db.run(chatListQueries.requests, [userId, lastMessageId, rows]),
      view,
      keyOf: (row) => [row.last_message_id],
    });
  if (archived)
    return visiblePage(page, {
      key: idPairCursor,
      read: ([lastMessageId, chatId], rows) =>
        ctx.db.run(chatListQueries.archived, [userId, lastMessageId, chatId, rows]),
      view,
      keyOf: (row) => [row.last_message_id, row.id],
    });
  return visiblePage(page, {
    key: chatCursor,
    read: ({ pinned, last, id }, rows) =>
      ctx.db.run(chatListQueries.list, [
        userId,
        ...(pinned ? ([last, id, maxId, maxId] as const) : ([0, 0, last, id] as const)),
        rows,
        contacts,
        patternOf(query),
        plainPatternOf(query),
      ]),
    view,
    keyOf: (row) => [Number(row.pinned), row.last_message_id, row.id],
  });
}

const contactView = (settings: DomainSettings, row: ContactRow): ContactView => ({
  user: {
    userId: row.contact_id,
    userName: row.user_name,
    displayName: row.display_name,
    profilePicture: pictureUrl(settings, row.picture_key),
  },
  lastMessage:
    row.content === null || row.created_at === null || row.sender_id === null
      ? null
      : {
          messageId: row.last_message_id,
          content: row.content,
          createdAt: row.created_at,
          senderId: row.sender_id,
          deleted: row.deleted_at !== null,
          post: row.post,
        },
  unreadCount: row.unread_count,
});

/**
 * People that the caller follows, is followed by or has exchanged messages with, by most recent message; `query` is part of a
 * name.
 */
export async function listContacts(
  ctx: Context,
  actor: Actor,
  { query, ...page }: PageInput & { query?: string | undefined },
): Promise<Page<ContactView>> {
  return visiblePage(page, {
    key: idPairCursor,
    read: ([lastMessageId, chatId], rows) =>
      ctx.db.run(contactQueries.list, [actor.userId, lastMessageId, chatId, rows, plainPatternOf(query)]),
    view: (row) => contactView(ctx.settings, row),
    keyOf: (row) => [row.last_message_id, row.chat_id],
  });
}

/**
 * The number of the caller's unread messages, and of chats that have unread messages; 0 if the caller switched off message
 * notifications.
 */
export async function countUnreadMessages(
  ctx: Context,
  actor: Pick<Actor, 'userId'>,
): Promise<{ count: number; conversations: number }> {
  const [row] = await ctx.db.run(chatListQueries.unreadCount, [actor.userId]);
  return { count: row?.count ?? 0, conversations: row?.conversations ?? 0 };
}

/** One of the caller's chats. Throws `not-found`. */
export async function getChat(ctx: Context, actor: Actor, chat: ChatReference): Promise<ChatView> {
  const [row] = await ctx.db.run(chatListQueries.one, [actor.userId, ...chatParameters(chat)]);
  if (!row) throw new Refusal('not-found');
  return chatView(ctx.settings, await pictureAddresses(ctx), row, actor.userId);
}
