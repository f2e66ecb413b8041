import type { MessageView, Page, UserListItem } from '@kith/contracts';
import { type MessageRow, messageChangeQueries, messageQueries } from '@kith/db';
import { type ChatReference, chatParameters, membershipOf } from '../chats/readChats.ts';
import { type Actor, type Context, type DomainSettings, hasScope } from '../context.ts';
import { idCursor, type PageInput, toPage } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { eventCardView } from '../events/eventView.ts';
import { type PictureAddresses, pictureAddresses } from '../images/pictureAddresses.ts';
import { failureField, mediaUrl, pictureView } from '../images/pictureView.ts';
import { linkViews } from '../linkPreviews/linkView.ts';
import { pollView } from '../polls/pollView.ts';
import { userListItem, userSummary } from '../users/userView.ts';

/** The picture, video or voice of a message, with URLs that are signed for this reader only. */
function mediaOf(address: PictureAddresses, row: MessageRow, member: number) {
  const { picture: sent, sender_id, deleted_at, read_by_receiver } = row;
  if (!sent || deleted_at !== null) return { image: null, imageUrl: null, voice: null };
  const picture = { ...sent, failure: sender_id === member ? sent.failure : null };
  if (picture.media === 'voice') {
    const { status, duration_ms: durationMs, peaks } = picture;
    const url = mediaUrl(address(picture.key, false, member), picture);
    const listened = picture.listened && read_by_receiver;
    const voice = { status, url, durationMs, peaks: peaks ?? [], listened, ...failureField(picture) };
    return { image: null, imageUrl: null, voice };
  }
  const image = pictureView(address, { ...picture, public: false, member });
  return { image, imageUrl: image.imageUrl, voice: null };
}

const hiddenCard = { postId: null, user: null, caption: '', image: null, imageUrl: null, event: null };

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
  const image = card.image && pictureView(address, card.image);
  const user = userSummary(settings, { ...card, id: card.author_id });
  const event = card.event && eventCardView(card.event);
  return { postId: card.id, user, caption: card.caption, image, imageUrl: image?.imageUrl ?? null, event };
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
  ...mediaOf(address, row, viewer.userId),
  post: postCardView(settings, address, row, hasScope(viewer, 'read')),
  poll: row.deleted_at === null && row.poll ? pollView(row.poll, row.sender_id === viewer.userId) : null,
  links: row.deleted_at === null ? linkViews(address, row.link) : [],
  messageId: row.id,
  content: row.content,
  createdAt: row.created_at,
  sender: { userId: row.sender_id },
  receiver: row.receiver_id === null ? null : { userId: row.receiver_id },
  chatId: row.chat_id,
  event: row.event,
  subject: row.subject_id === null ? null : { userId: row.subject_id },
  folded: row.hidden_by_block,
  readCount: reads?.filter((upTo) => upTo >= row.id).length ?? null,
  readByReceiver: row.read_by_receiver,
  clientId: row.client_id,
  editedAt: row.edited_at,
  deletedAt: row.deleted_at,
  replyToId: row.reply_to?.messageId ?? null,
  replyTo: row.reply_to,
  reactions: row.reactions,
});

interface ListMessagesInput extends PageInput {
  chatId: number;
  afterMessageId?: number | undefined;
  aroundMessageId?: number | undefined;
  aroundTime?: string | undefined;
}

/**
 * A page of the messages of a chat, newest first; empty if the caller is not in the chat. In a group, `reads` contains, for each
 * other member, the id of the last message that the member has read.
 */
async function pageOfMessages(
  ctx: Context,
  actor: Actor,
  chat: ChatReference,
  { cursor, limit, afterMessageId = 0 }: PageInput & { afterMessageId?: number | undefined },
  reads: number[] | null = null,
): Promise<Page<MessageView>> {
  const before = idCursor(cursor);
  const rows = await ctx.db.run(messageQueries.page, [
    actor.userId,
    ...chatParameters(chat),
    before,
    afterMessageId,
    limit + 1,
  ]);
  return toPage(rows, limit, await viewOf(ctx, actor, reads), (row) => [row.id]);
}

/** Returns a function that makes the caller's view of a row. Only the sender of a message to a group sees how many have read it. */
async function viewOf(
  ctx: Context,
  actor: Actor,
  reads: number[] | null = null,
): Promise<(row: MessageRow) => MessageView> {
  const address = await pictureAddresses(ctx);
  return (row) => messageView(ctx.settings, address, row, actor, row.sender_id === actor.userId ? reads : null);
}

/**
 * The messages of a chat, newest first. `afterMessageId` restricts them to newer messages; `aroundMessageId` and `aroundTime`
 * select a page around a message. Throws `not-found`.
 */
export async function listChatMessages(
  ctx: Context,
  actor: Actor,
  input: ListMessagesInput,
): Promise<Page<MessageView>> {
  const { chatId, aroundMessageId, aroundTime } = input;
  const { reads } = await membershipOf(ctx, actor, chatId);
  const [since] = aroundTime === undefined ? [] : await ctx.db.run(messageQueries.beforeTime, [aroundTime]);
  const around = aroundMessageId ?? since?.id;
  return around === undefined
    ? pageOfMessages(ctx, actor, { chatId }, input, reads)
    : listAround(ctx, actor, reads, { ...input, around });
}

/**
 * The messages between the caller and another user, newest first; `afterMessageId` restricts the list to newer ones. Empty if
 * they have no chat.
 */
export const listConversation = (
  ctx: Context,
  actor: Actor,
  input: PageInput & { withUserId: number; afterMessageId?: number | undefined },
): Promise<Page<MessageView>> => pageOfMessages(ctx, actor, { withUserId: input.withUserId }, input);

/**
 * A page of messages around the one with the id `around`, newest first: half of the page is that message and older ones, the
 * other half is newer ones. The cursor continues with older messages.
 */
async function listAround(
  ctx: Context,
  actor: Actor,
  reads: number[] | null,
  { chatId, limit, around }: ListMessagesInput & { around: number },
): Promise<Page<MessageView>> {
  const later = Math.floor(limit / 2);
  const [up, down] = [limit - later, around + 1];
  const [older, newer] = await Promise.all([
    ctx.db.run(messageQueries.page, [actor.userId, ...chatParameters({ chatId }), down, 0, up + 1]),
    ctx.db.run(messageQueries.after, [actor.userId, chatId, around, later]),
  ]);
  const view = await viewOf(ctx, actor, reads);
  const page = toPage(older, up, view, (row) => [row.id]);
  return { ...page, items: [...newer.toReversed().map(view), ...page.items] };
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
  return toPage(rows, input.limit, await viewOf(ctx, actor), (row) => [row.id]);
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
