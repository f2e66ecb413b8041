import type { ContactView, MessageView, Page, UserListItem } from '@kith/contracts';
import { type ContactRow, contactQueries, type MessageRow, messageChangeQueries, messageQueries } from '@kith/db';
import { type Actor, type Context, type DomainSettings, hasScope } from '../context.ts';
import { idCursor, idPairCursor, type PageInput, toPage } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { type PictureAddresses, pictureAddresses } from '../images/pictureAddresses.ts';
import { pictureView } from '../images/pictureView.ts';
import { pictureUrl, userListItem } from '../users/userView.ts';
import { visiblePage } from '../visiblePage.ts';

/** The picture of a message, with a URL that is signed for this reader only. */
function picturesOf(address: PictureAddresses, { picture, deleted_at }: MessageRow, member: number) {
  const image = picture && deleted_at === null ? pictureView(address, { ...picture, public: false, member }) : null;
  return { image, imageUrl: image?.imageUrl ?? null };
}

const hiddenCard: MessageView['post'] = { postId: null, user: null, caption: '', image: null, imageUrl: null };

/** The message without what only the scope `read` allows to read: the content of the post that it shares. */
export const withoutPost = (message: MessageView): MessageView => ({
  ...message,
  post: message.post && hiddenCard,
});

/** The post in a message, in short form; without content for a reader who may not see that post. */
function postCardView(
  settings: DomainSettings,
  address: PictureAddresses,
  { post_id: postId, post_card: card }: MessageRow,
  mayRead: boolean,
): MessageView['post'] {
  if (postId === null) return null;
  if (!card || !mayRead) return hiddenCard;
  const { id, author_id: userId, user_name: userName, picture_key: key, caption } = card;
  const image = card.image && pictureView(address, card.image);
  const user = { userId, userName, profilePicture: pictureUrl(settings, key) };
  return { postId: id, user, caption, image, imageUrl: image?.imageUrl ?? null };
}

/**
 * The message as `viewer` reads it. For the viewer's own messages to a group, `reads` contains, for each other member, the id
 * of the last message that the member has read.
 */
export const messageView = (
  settings: DomainSettings,
  address: PictureAddresses,
  row: MessageRow,
  viewer: Pick<Actor, 'userId' | 'token'>,
  reads: number[] | null = null,
): MessageView => ({
  ...picturesOf(address, row, viewer.userId),
  post: postCardView(settings, address, row, hasScope(viewer, 'read')),
  messageId: row.id,
  content: row.content,
  createdAt: row.created_at,
  sender: { userId: row.sender_id },
  receiver: row.receiver_id === null ? null : { userId: row.receiver_id },
  chatId: row.chat_id,
  event: row.event,
  subject: row.subject_id === null ? null : { userId: row.subject_id },
  folded: row.folded,
  readCount: reads?.filter((upTo) => upTo >= row.id).length ?? null,
  readByReceiver: row.read_by_receiver,
  clientId: row.client_id,
  editedAt: row.edited_at,
  deletedAt: row.deleted_at,
  replyToId: row.reply_to?.messageId ?? null,
  replyTo: row.reply_to,
  reactions: row.reactions,
});

export const contactView = (settings: DomainSettings, row: ContactRow): ContactView => ({
  user: { userId: row.contact_id, userName: row.user_name, profilePicture: pictureUrl(settings, row.picture_key) },
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

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * People that the caller follows, is followed by or has exchanged messages with, by most recent message; `query` is part of a
 * name.
 */
export async function listContacts(
  ctx: Context,
  actor: Actor,
  input: PageInput & { query?: string | undefined },
): Promise<Page<ContactView>> {
  const query = input.query?.trim().toLowerCase() ?? '';
  const pattern = query === '' || query.includes('\u0000') ? null : `%${escapeLike(query)}%`;
  return visiblePage(input, {
    key: idPairCursor,
    read: ([lastMessageId, contactId], rows) =>
      ctx.db.run(contactQueries.list, [actor.userId, lastMessageId, contactId, rows, pattern]),
    view: (row) => contactView(ctx.settings, row),
    keyOf: (row) => [row.last_message_id, row.contact_id],
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
  const [row] = await ctx.db.run(contactQueries.unreadCount, [actor.userId]);
  return { count: row?.count ?? 0, conversations: row?.conversations ?? 0 };
}

/** The messages between the caller and another user, newest first; `afterMessageId` restricts the list to newer ones. */
export async function listConversation(
  ctx: Context,
  actor: Actor,
  input: PageInput & { withUserId: number; afterMessageId?: number | undefined },
): Promise<Page<MessageView>> {
  const rows = await ctx.db.run(messageQueries.conversation, [
    actor.userId,
    input.withUserId,
    idCursor(input.cursor),
    input.afterMessageId ?? 0,
    input.limit + 1,
  ]);
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    input.limit,
    (row) => messageView(ctx.settings, address, row, actor),
    (row) => [row.id],
  );
}

/** Messages from one user to another, newest first; the caller is one of the two. Throws `forbidden`. */
export async function listSentMessages(
  ctx: Context,
  actor: Actor,
  input: PageInput & { senderId: number; receiverId: number },
): Promise<Page<MessageView>> {
  if (actor.userId !== input.senderId && actor.userId !== input.receiverId) throw new Refusal('forbidden');
  const rows = await ctx.db.run(messageQueries.sentBy, [
    actor.userId,
    input.senderId,
    input.receiverId,
    idCursor(input.cursor),
    input.limit + 1,
  ]);
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    input.limit,
    (row) => messageView(ctx.settings, address, row, actor),
    (row) => [row.id],
  );
}

/**
 * The members of a group who have read a message by the caller. Throws `forbidden` for a message by somebody else, and
 * `not-found` if the caller is not in the message's chat.
 */
export async function listReaders(
  ctx: Context,
  actor: Actor,
  input: PageInput & { messageId: number },
): Promise<Page<UserListItem>> {
  const { messageId, limit } = input;
  const before = idCursor(input.cursor);
  const [message] = await ctx.db.run(messageQueries.ofMember, [actor.userId, messageId]);
  if (!message) throw new Refusal('not-found');
  if (message.sender_id !== actor.userId) throw new Refusal('forbidden');
  const rows = await ctx.db.run(messageChangeQueries.readers, [actor.userId, messageId, before, limit + 1]);
  return toPage(
    rows,
    limit,
    (row) => userListItem(ctx.settings, row),
    (row) => [row.id],
  );
}
